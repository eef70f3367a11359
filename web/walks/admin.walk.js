// The page for administrators and moderators.
import assert from 'node:assert/strict';
import { axe, see, walk } from './harness.js';

/** @import { Page } from 'playwright-core' */

const PASSWORD = 'correct horse';
let count = 0;

/**
 * Opens a page and signs up there.
 * @param {Page} page on which the sign-in form is shown
 */
async function signUp(page) {
  const name = `staff${++count}`;
  await page.locator('#up-name').fill(name);
  await page.locator('#up-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  return name;
}

walk('a link makes an administrator, who handles a report and mutes a player', async ({ open, server, api }) => {
  const player = await open('/sign-in');
  const name = await signUp(player);
  await player.waitForURL((url) => url.pathname === '/');

  // The link leads through the sign-up form.
  const page = await open(await server.administratorLink());
  await page.getByRole('link', { name: 'Sign in or sign up' }).click();
  const me = await signUp(page);
  await page.getByRole('button', { name: 'Become administrator' }).click();
  await see(page, 'No reports.');
  await axe(page);

  // Somebody reports the player from their page.
  await page.goto(`/player/${name}`);
  await page.getByText('Report this player').click();
  await page.locator('#report-reason').selectOption('stalling');
  await page.locator('#report-text').fill('Let the clock run.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await see(page, 'A moderator will look at your report.');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await see(page, 'You have blocked this player.');
  await axe(page);

  // The report is handled with the keyboard.
  await page.goto('/admin');
  await see(page, 'Let the clock run.');
  await page.getByPlaceholder('Note for other moderators').focus();
  await page.keyboard.type('Warned.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await see(page, 'No reports.');

  await page.locator('#sections').getByRole('link', { name: 'Players' }).click();
  await page.locator('#search-name').fill(name);
  await page.keyboard.press('Enter');
  await page.locator('#players .entries').getByRole('link', { name }).click();
  await see(page, 'Create password reset link');
  await axe(page);
  await page.getByRole('button', { name: 'Create password reset link' }).click();
  await page.locator('#player code', { hasText: /\/recover#arb_[0-9a-f]{64}$/ }).waitFor();
  await page.locator('#player').getByRole('link', { name: 'Ban or mute' }).click();
  await page.locator('#ban-reason').fill('Insults.');
  await page.getByRole('button', { name: 'Ban or mute' }).click();
  await see(page, 'Insults.');
  await axe(page);

  await page.getByRole('link', { name: 'Server' }).click();
  await page.getByText('Invitations').click();
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  await page.locator('#invitations code').waitFor();
  await page.getByText('Backup', { exact: true }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await see(page, 'Saved as');
  await page.getByText('Limits', { exact: true }).click();
  await page.locator('#limit-requests').fill('5');
  await page.getByRole('button', { name: 'Change limits' }).click();
  await see(page, /too small/);
  await page.locator('#limit-requests:focus').waitFor();
  await page.locator('#limit-requests').fill('0');
  await page.getByRole('button', { name: 'Change limits' }).click();
  await page.locator('#limits .done', { hasText: 'Done' }).waitFor();
  await axe(page);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await see(page, 'Backed up the database');
  await axe(page);
  const log = await api('/admin/audit', undefined, page);
  assert.ok(log.acts.every((/** @type {{ actor?: string }} */ act) => !act.actor || act.actor === me), JSON.stringify(log));
});

walk('a player cannot see the administration', async ({ open }) => {
  const page = await open('/sign-in');
  await signUp(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/admin');
  await see(page, 'This page is for administrators and moderators of this server.');
  assert.equal(await page.locator('#sections').isVisible(), false);
  await axe(page);
});
