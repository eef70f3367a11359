// Checks the accessibility of a page with axe-core.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @import axeCore from 'axe-core' */
/** @import { Page } from 'playwright-core' */

// Each page compiles it, and it is half as long without its comments.
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Fails if axe-core finds a violation.
 * @param {Page} page
 * @param {string} [state] what the page is showing, for the message
 * @param {string[]} [rules] only these
 */
export async function axe(page, state = page.url(), rules = []) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    /** @type {typeof axeCore} */
    const axe = /** @type {any} */ (window).axe;
    const result = await axe.run(document, {
      resultTypes: ['violations'],
      ...(rules.length > 0 ? { runOnly: rules } : {}),
    });
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      places: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  }, rules);
  if (violations.length === 0) return;
  const lines = violations.map(({ id, help, places }) => [`${id}: ${help}`, ...places].join('\n    '));
  throw new Error(`axe finds on ${state}:\n  ${lines.join('\n  ')}`);
}
