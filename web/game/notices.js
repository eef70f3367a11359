// What is shown beside the board: refusals, offers, questions.
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { written } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { nameOf } from './seats.js';
import { requestText } from './phrases.js';
import { sanOf } from './position.js';
import { abilities, isPlaying, other, plays, playsBoth, sentMove, side } from './state.js';
import { rule } from '../lib/clock.js';

/** @import { GamePage } from './game.js' */

/**
 * @typedef {object} Notice
 * @property {string} key
 * @property {string} words
 * @property {'bad' | 'warn'} [tone]
 * @property {string} [small] a second line
 * @property {string} [lang] its language, if that is not the page's
 * @property {[string, () => void][]} [answers] buttons, the most likely one first
 */

/** After how many milliseconds of absence the opponent may claim victory. */
const ABANDONED_MS = 60_000;

/**
 * Returns what is to be shown now, the most urgent last: next to the buttons.
 * @param {GamePage} page
 * @param {number} now
 * @returns {Notice[]}
 */
export function noticesOf(page, now) {
  const { game, connection, input } = page;
  const { refusal, remark } = page.messages;
  const can = abilities(game);
  const { state } = game;
  const me = side(game);
  /** @type {Notice[]} */
  const all = [];
  const add = (/** @type {Notice} */ notice) => all.push(notice);
  for (const notice of page.saktris?.notices() ?? []) add(notice);
  if (isPlaying(game) && plays(game) && state) {
    if (state.draw_offer) {
      const as = playsBoth(game) ? other(state.draw_offer) : undefined;
      add({
        key: 'draw', words: requestText(game, 'game_draw_offered', state.draw_offer),
        answers: can.answerDraw ? [
          [text('game_accept'), () => page.act('accept_draw', as)],
          [text('game_decline'), () => page.act('decline_draw', as)],
        ] : [],
      });
    }
    if (state.take_back && !playsBoth(game)) {
      add({
        key: 'take_back', words: requestText(game, 'game_take_back_asked', state.take_back),
        answers: can.answerTakeBack ? [
          [text('game_accept'), () => page.act('grant_take_back')],
          [text('game_decline'), () => page.act('refuse_take_back')],
        ] : [],
      });
    }
    if (state.abort && !playsBoth(game)) {
      add({
        key: 'abort', words: requestText(game, 'game_abort_asked', state.abort),
        answers: can.answerAbort ? [[text('game_agree'), () => page.act('abort')]] : [],
      });
    }
    for (const claim of can.claims) {
      add({
        key: claim, words: text(`game_claim_${claim}`),
        answers: [[text('game_claim'), () => page.act({ claim: { claim } })]],
      });
    }
    const away = awayNotice(page, now);
    if (away) add(away);
    if (input.isAdjusting) {
      const cancel = () => input.setAdjusting(false);
      add({ key: 'adjust', words: text('game_adjust_now'), answers: [[text('game_cancel'), cancel]] });
    }
    if (input.claim) {
      const cancel = () => input.setClaim(null);
      add({ key: 'claiming', words: text('game_claim_now'), answers: [[text('game_cancel'), cancel]] });
    }
    if (input.held) {
      add({
        key: 'held', words: text('game_confirm', { move: written(sanOf(state.fen, state.legal ?? {}, input.held), preferences()) }),
        answers: [[text('game_play'), () => input.confirm()], [text('game_cancel'), () => input.hold(null)]],
      });
    }
  }
  if (page.game.rematch.isOffered && game.view?.stage === 'over' && !game.rematch.isAsked) {
    add({ key: 'rematch', words: text('game_rematch_offered', { name: nameOf(game, other(me)) }) });
  }
  const { rematch } = game.view ?? {};
  if (rematch && !plays(game)) {
    const watch = () => location.assign(`/game/${rematch}`);
    add({ key: 'rematch', words: text('game_rematch_begun'), answers: [[text('game_rematch_watch'), watch]] });
  }
  if (remark) add({ key: 'remark', words: remark });
  if (refusal) {
    const { article, ...rest } = refusal;
    add({
      key: 'refusal', ...rest, tone: 'bad',
      ...(article ? { small: text('game_article', { article }) } : {}),
    });
  }
  if (connection === 'down' && game.view) {
    add({ key: 'line', words: text(sentMove(game) ? 'game_reconnecting_move' : 'game_reconnecting'), tone: 'warn' });
  }
  // Of the notices without buttons only the most urgent is shown.
  const urgent = all.findLast(({ answers }) => !answers?.length);
  return all.filter((it) => it === urgent || it.answers?.length);
}

/** @param {GamePage} page @param {number} now @returns {Notice | null} */
function awayNotice({ game, act }, now) {
  const rival = other(side(game));
  const since = game.away[rival];
  const { clock } = game.view?.options ?? { clock: '-' };
  if (since === null || playsBoth(game) || game.view?.players[rival]?.kind === 'computer') return null;
  if (clock === '-' || rule(clock).isSlow || (game.state?.ply ?? 0) < 2) return null;
  const left = Math.ceil((since + ABANDONED_MS - now) / 1000);
  const name = nameOf(game, rival);
  // A player who reloads the page is back within seconds.
  if (left > 55) return null;
  if (left > 0) return { key: 'away', words: text('game_away', { name, count: left }) };
  const claim = () => act('claim_abandonment');
  return { key: 'away', words: text('game_away_long', { name }), answers: [[text('game_claim_win'), claim]] };
}

/** @param {HTMLElement} root */
export function makeNotices(root) {
  /** @type {Map<string, { mark: string, element: HTMLElement, answers: (() => void)[] }>} */
  const shown = new Map();

  /** @param {Notice[]} notices */
  return function draw(notices) {
    for (const [key, { element }] of shown) {
      if (!notices.some((it) => it.key === key)) {
        element.remove();
        shown.delete(key);
      }
    }
    for (const notice of notices) {
      const answers = notice.answers ?? [];
      const mark = [notice.words, notice.small, ...answers.map(([words]) => words)].join('|');
      const old = shown.get(notice.key);
      if (old?.mark === mark) {
        old.answers = answers.map(([, press]) => press);
        continue;
      }
      const element = make('div', { class: `notice ${notice.tone ?? ''}`, 'data-key': notice.key });
      const entry = { mark, element, answers: answers.map(([, press]) => press) };
      const small = notice.small && make('small', { lang: document.documentElement.lang }, notice.small);
      element.append(make('p', { lang: notice.lang }, notice.words, small));
      if (answers.length) {
        element.append(make('div', { class: 'answers' }, ...answers.map(([words], index) =>
          make('button', { class: index ? '' : 'primary', onclick: () => entry.answers[index]?.() }, words))));
      }
      shown.set(notice.key, entry);
      if (old) old.element.replaceWith(element);
      else root.append(element);
    }
    // In order, except that an element with the focus is not moved.
    notices.forEach(({ key }, index) => {
      const element = shown.get(key)?.element;
      const there = root.children[index];
      if (element && there && element !== there && !element.contains(document.activeElement)) there.before(element);
    });
  };
}
