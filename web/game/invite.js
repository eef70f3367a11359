// A game that waits for an opponent: its creator gets a link to share, and a
// visitor gets a button to join.
import { Refusal, ask } from '../lib/api.js';
import { make } from '../lib/dom.js';
import { qr } from '../lib/qr.js';
import { socket } from '../lib/socket.js';
import { text, why } from '../lib/text.js';
import { saktrisRules } from './saktris_rules.js';
import { nameOf, sideName } from './seats.js';
import { plays } from './state.js';
import { optionsText } from './phrases.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { GamePage } from './game.js' */

/**
 * @param {HTMLElement} root
 * @param {GamePage} page
 */
export function drawInvite(root, page) {
  const { game } = page;
  if (!game.view) return;
  root.replaceChildren(...(plays(game) ? forCreator(page) : forVisitor(page)));
}

/** @param {GamePage} page */
function forCreator(page) {
  const { game } = page;
  const link = `${location.origin}/game/${game.id}`;
  const input = make('input', { id: 'link', value: link, readonly: true, onfocus: () => input.select() });
  const copied = make('button', { class: 'primary', onclick: copy }, text('game_copy'));
  const wrong = make('p', { class: 'wrong' });

  async function copy() {
    await page.copy(link);
    copied.textContent = text('game_copied');
  }

  function share() {
    navigator.share({ title: 'Arbiter', text: text('game_share_text'), url: link }).catch(() => {
      // Closing the share dialog is not an error.
    });
  }

  async function withdraw() {
    try {
      await ask('DELETE', `/games/${game.id}`);
      location.assign('/');
    } catch (error) {
      wrong.textContent = error instanceof Refusal ? why(error) : String(error);
    }
  }

  const side = game.view?.you[0] ?? 'white';
  const canShare = 'share' in navigator;
  return [
    make('h2', {}, text('game_invite_title')),
    make('p', {}, text('game_invite_text')),
    make('label', { for: 'link', class: 'unseen' }, text('game_link')),
    make('div', { class: 'row' }, input, copied, canShare && make('button', { onclick: share }, text('game_share'))),
    make('p', { class: 'hint' }, game.view && `${text('game_you_play', { side: sideName(side) })} · ${optionsText(game.view.options)}`),
    make('figure', {}, qrCode(link)),
    wrong,
    make('button', { class: 'quiet', onclick: withdraw }, text('game_cancel_game')),
  ];
}

/** Draws the QR code of a link. @param {string} link */
function qrCode(link) {
  const rows = qr(link);
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join('');
  const image = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  image.setAttribute('viewBox', `0 0 ${size} ${size}`);
  image.setAttribute('role', 'img');
  image.setAttribute('class', 'qr');
  image.setAttribute('aria-label', text('game_qr'));
  image.innerHTML = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/>`;
  return image;
}

/** @param {GamePage} page */
function forVisitor({ game }) {
  const { view } = game;
  if (!view) return [];
  /** @type {Color} */
  const side = view.players.white ? 'black' : 'white';
  const host = side === 'white' ? 'black' : 'white';
  const wrong = make('p', { class: 'wrong', role: 'alert' });
  const needsAccount = view.options.rated && document.documentElement.dataset['kind'] !== 'account';

  async function join() {
    go.disabled = true;
    try {
      await ask('POST', `/games/${game.id}/join`);
      // An anonymous visitor has become a guest: the connection must be
      // renewed, and the game requested again as its player.
      game.hasGaps = true;
      if (!document.documentElement.dataset['player']) socket.renew();
    } catch (error) {
      go.disabled = false;
      wrong.textContent = error instanceof Refusal ? why(error) : String(error);
    }
  }

  const signIn = `/sign-in?to=${encodeURIComponent(location.pathname)}`;
  const go = make('button', { class: 'primary join', onclick: join }, text('game_join', { side: sideName(side) }));
  return [
    make('h2', {}, text('game_join_title', { name: nameOf(game, host) })),
    make('p', { class: 'hint' }, optionsText(view.options)),
    ...(needsAccount
      ? [make('p', {}, text('game_join_account')), make('a', { class: 'button primary join', href: signIn }, text('game_sign_in'))]
      : [go]),
    wrong,
    // Few people know Saktris, so it is explained.
    ...(view.options.variant === 'saktris'
      ? [saktrisRules(), make('a', { href: '/laws/saktris' }, text('home_saktris_laws'))] : []),
  ];
}
