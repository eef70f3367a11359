// The accuracy of both sides and their bad moves, in words.
import { make } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { text } from '../lib/text.js';

/** @import { Color } from '../wire.d.ts' */
/** @import { Tally } from './game_analysis.js' */

/**
 * Says how well a side played: `92 % accuracy, 2 inaccuracies, 1 mistake`.
 * @param {Tally} tally
 */
export function inWords({ accuracy, inaccuracies, mistakes, blunders }) {
  const bad = [
    inaccuracies && text(inaccuracies === 1 ? 'analysis_inaccuracy' : 'analysis_inaccuracies', { count: inaccuracies }),
    mistakes && text(mistakes === 1 ? 'analysis_mistake' : 'analysis_mistakes', { count: mistakes }),
    blunders && text(blunders === 1 ? 'analysis_blunder' : 'analysis_blunders', { count: blunders }),
  ].filter(Boolean);
  const words = bad.length ? bad : [text('analysis_no_mistakes')];
  return [text('analysis_accuracy', { accuracy: Math.round(accuracy) }), ...words].join(', ');
}

/**
 * Returns the name of a side: of its player, if known.
 * @param {Map<string, string>} tags
 * @param {Color} color
 */
function nameOf(tags, color) {
  const name = tags.get(color === 'white' ? 'White' : 'Black') ?? '?';
  return name === '?' ? text(`color_${color}`) : displayName(name);
}

/**
 * Returns a line about each side that has moved.
 * @param {Map<string, string>} tags
 * @param {Record<Color, Tally | null>} tally
 */
export function summaryOf(tags, tally) {
  return /** @type {const} */ (['white', 'black']).flatMap((color) => {
    const side = tally[color];
    return side ? [{ color, name: nameOf(tags, color), words: inWords(side) }] : [];
  });
}

/**
 * Draws the progress of the analysis of the whole game, or its result.
 * @param {HTMLElement} box
 * @param {{ done: number, of: number } | null} progress
 * @param {ReturnType<typeof summaryOf>} sides
 */
export function drawSummary(box, progress, sides) {
  box.hidden = !progress && !sides.length;
  if (progress) {
    const words = text('analysis_progress', progress);
    box.replaceChildren(make('p', {}, words), make('progress', { max: progress.of, value: progress.done, 'aria-label': words }));
    return;
  }
  box.replaceChildren(...sides.map(({ color, name, words }) => make('p', {}, make('i', { class: `side ${color}` }), make('b', {}, name), ` ${words}`)));
}
