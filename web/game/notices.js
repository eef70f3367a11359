// What the page has to say beside the board: refusals, offers, questions.
import { make } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { written } from '../lib/notation.js';
import { habits } from '../lib/settings.js';
import { nameOf } from './seats.js';
import { abilities, isPlaying, other, plays, playsBoth, side, wish } from './state.js';
import { asked } from './words.js';
import { rule } from '../lib/clock.js';

/** @import { Table } from './game.js' */

/**
 * @typedef {object} Notice
 * @property {string} key
 * @property {string} words
 * @property {'bad' | 'warn'} [tone]
 * @property {string} [small] what stands below it
 * @property {string} [lang] if it is not in the language of the page
 * @property {[string, () => void][]} [answers] the first is the one most people give
 */

/** Who is away for so long has left. */
const ABSENCE = 60_000;

/**
 * All that is to be said now, the most urgent last: next to the buttons.
 * @param {Table} table
 * @param {number} now
 * @returns {Notice[]}
 */
export function noticesOf(table, now) {
  const { game, held, claiming, refusal, standing, isAdjusting, remark } = table;
  const can = abilities(game);
  const { state } = game;
  const me = side(game);
  /** @type {Notice[]} */
  const all = [];
  const add = (/** @type {Notice} */ notice) => all.push(notice);
  for (const notice of table.saktris?.notices() ?? []) add(notice);
  if (isPlaying(game) && plays(game) && state) {
    if (state.draw_offer) {
      const as = playsBoth(game) ? other(state.draw_offer) : undefined;
      add({
        key: 'draw', words: asked(game, 'game_draw_offered', state.draw_offer),
        answers: can.answerDraw ? [
          [text('game_accept'), () => table.act('accept_draw', as)],
          [text('game_decline'), () => table.act('decline_draw', as)],
        ] : [],
      });
    }
    if (state.take_back && !playsBoth(game)) {
      add({
        key: 'take_back', words: asked(game, 'game_take_back_asked', state.take_back),
        answers: can.answerTakeBack ? [
          [text('game_accept'), () => table.act('grant_take_back')],
          [text('game_decline'), () => table.act('refuse_take_back')],
        ] : [],
      });
    }
    if (state.abort && !playsBoth(game)) {
      add({
        key: 'abort', words: asked(game, 'game_abort_asked', state.abort),
        answers: can.answerAbort ? [[text('game_agree'), () => table.act('abort')]] : [],
      });
    }
    for (const claim of can.claims) {
      add({
        key: claim, words: text(`game_claim_${claim}`),
        answers: [[text('game_claim'), () => table.act({ claim: { claim } })]],
      });
    }
    const away = awayNotice(table, now);
    if (away) add(away);
    if (isAdjusting) {
      const cancel = () => table.set({ isAdjusting: false });
      add({ key: 'adjust', words: text('game_adjust_now'), answers: [[text('game_cancel'), cancel]] });
    }
    if (claiming) {
      const cancel = () => table.set({ claiming: null });
      add({ key: 'claiming', words: text('game_claim_now'), answers: [[text('game_cancel'), cancel]] });
    }
    if (held) {
      add({
        key: 'held', words: text('game_confirm', { move: written(held, habits()) }),
        answers: [[text('game_play'), () => table.confirm()], [text('game_cancel'), () => table.set({ held: null })]],
      });
    }
  }
  if (table.game.rematch.isOffered && game.view?.stage === 'over' && !game.rematch.isAsked) {
    add({ key: 'rematch', words: text('game_rematch_offered', { name: nameOf(game, other(me)) }) });
  }
  if (remark) add({ key: 'remark', words: remark });
  if (refusal) {
    const { article, ...rest } = refusal;
    add({
      key: 'refusal', ...rest, tone: 'bad',
      ...(article ? { small: text('game_article', { article }) } : {}),
    });
  }
  if (standing === 'down' && game.view) {
    add({ key: 'line', words: text(wish(game) ? 'game_reconnecting_move' : 'game_reconnecting'), tone: 'warn' });
  }
  // Of what needs no answer, the most urgent is enough at a time.
  const told = all.findLast(({ answers }) => !answers?.length);
  return all.filter((it) => it === told || it.answers?.length);
}

/** @param {Table} table @param {number} now @returns {Notice | null} */
function awayNotice({ game, act }, now) {
  const rival = other(side(game));
  const since = game.away[rival];
  const { clock } = game.view?.options ?? { clock: '-' };
  if (since === null || playsBoth(game) || game.view?.players[rival]?.kind === 'computer') return null;
  if (clock === '-' || rule(clock).isSlow || (game.state?.ply ?? 0) < 2) return null;
  const left = Math.ceil((since + ABSENCE - now) / 1000);
  const name = nameOf(game, rival);
  // Who only reloads is back before anybody needs to know.
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
    // In their order, but what has the focus stays where it is.
    notices.forEach(({ key }, index) => {
      const element = shown.get(key)?.element;
      const there = root.children[index];
      if (element && there && element !== there && !element.contains(document.activeElement)) there.before(element);
    });
  };
}
