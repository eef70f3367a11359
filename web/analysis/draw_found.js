// The engine's lines, and the evaluation bar.
import { find, make } from '../lib/dom.js';
import { spoken, written as moveWritten } from '../lib/notation.js';
import { preferences } from '../lib/settings.js';
import { text } from '../lib/text.js';
import { expectation, written } from './judge.js';
import { turnOf } from './tree.js';

/** @import { Analysis, AnalysisScore } from '../wire.d.ts' */

/**
 * Draws the lines of a position.
 * @param {HTMLElement} list
 * @param {Analysis | null} analysis
 * @param {string} fen
 */
export function drawFound(list, analysis, fen) {
  const items = (analysis?.lines ?? []).map(({ score, moves, san }) => {
    const item = make('li', {}, make('b', { class: score && expectation(score) >= .5 ? 'score white' : 'score black' }, written(score)));
    let number = Number(fen.split(' ')[5]) || 1;
    let isWhite = turnOf(fen) === 'white';
    san.forEach((move, index) => {
      const count = isWhite ? `${number}. ` : index === 0 ? `${number}… ` : '';
      item.append(make(
        'button', { type: 'button', tabindex: index ? -1 : 0, 'data-moves': moves.slice(0, index + 1).join(' ') },
        make('span', { 'aria-hidden': 'true' }, count + moveWritten(move, preferences())), make('span', { class: 'unseen' }, spoken(move)),
      ), ' ');
      if (!isWhite) number += 1;
      isWhite = !isWhite;
    });
    return item;
  });
  list.replaceChildren(...items);
}

/**
 * Draws the evaluation bar.
 * @param {AnalysisScore | null} score
 * @param {boolean} isMate whether this is the end, and not a mate to come
 */
export function drawBar(score, isMate) {
  const bar = find('#bar');
  const share = score ? Math.round(expectation(score) * 100) : 50;
  find('i', bar).style.setProperty('--share', `${share}%`);
  find('b', bar).textContent = !score ? '' : isMate ? '#' : 'mate' in score ? `#${Math.abs(score.mate)}` : Math.abs(score.cp / 100).toFixed(1);
  bar.dataset['better'] = share >= 50 ? 'white' : 'black';
  bar.setAttribute('aria-valuenow', String(share));
  bar.setAttribute('aria-valuetext', isMate ? text('editor_status_checkmate') : score ? inWords(score) : text('analysis_bar_none'));
}

/** @param {AnalysisScore} score */
function inWords(score) {
  if ('mate' in score) {
    return text(score.mate > 0 ? 'analysis_white_mates' : 'analysis_black_mates', { moves: Math.abs(score.mate) });
  }
  if (Math.abs(score.cp) < 20) return text('analysis_even', { score: written(score) });
  return text(score.cp > 0 ? 'analysis_white_better' : 'analysis_black_better', { score: written(score) });
}
