// A game in a list: a small board and what there is to know.
import { ask } from '../lib/api.js';
import { clockWords } from '../lib/clock_words.js';
import { make } from '../lib/dom.js';
import { playerName } from '../lib/names.js';
import { text } from '../lib/text.js';
import { START } from './games.js';
import { miniBoard } from './mini_board.js';

/** @import { Color, GameSummary, GameView, PlayerView } from '../wire.d.ts' */

/** Returns the name of a player with their rating. @param {PlayerView | null} player */
export const nameWithRating = (player) => (
  player ? [playerName(player), player.rating].filter(Boolean).join(' ') : text('home_nobody'));

/**
 * Creates a card with a small board, a name and a line below it, to which the
 * time control is added. The board is drawn when the card comes into view.
 * @param {GameSummary} game
 * @param {Color} side at the bottom
 * @param {string} above
 * @param {string | HTMLElement} below
 */
export function card({ id, options, opening }, side, above, below) {
  const clock = options.clock === '-' ? '' : clockWords(options.clock).replaceAll(' ', '\u00a0');
  const place = make('span', { class: 'mini-place' }, miniBoard(EMPTY, side));
  const notes = [typeof below === 'string' && below, options.variant === 'saktris' && text('home_variant_saktris'), clock].filter(Boolean).join(' · ');
  if (typeof below !== 'string') below.append(notes);
  const item = make('li', {}, make('a', { href: `/game/${id}` }, place,
    make('strong', {}, above), opening && make('span', { class: 'opening', lang: 'en' }, opening.name), typeof below === 'string' ? make('span', {}, notes) : below));
  drawings.set(item, async () => {
    /** @type {GameView} */
    const view = await ask('GET', `/games/${id}`);
    const fen = view.play?.state.fen ?? options.start ?? (options.variant === 'standard' ? START : null);
    if (fen) place.replaceChildren(miniBoard(fen, side));
  });
  watcher.observe(item);
  return item;
}

const EMPTY = '8/8/8/8/8/8/8/8';

/** @type {WeakMap<Element, () => Promise<void>>} */
const drawings = new WeakMap();

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const drawIt = drawings.get(target);
    if (!isIntersecting || !drawIt) continue;
    drawings.delete(target);
    watcher.unobserve(target);
    drawIt().catch(() => null);
  }
}, { rootMargin: '200px' });
