// The server's problems with a setup, with their squares highlighted.
import { find, make } from '../lib/dom.js';
import { hasText, sentence, text } from '../lib/text.js';

/** @import { PositionIssue, SetupReport } from '../wire.d.ts' */
/** @import { ChessBoard } from '../board/types.d.ts' */

/**
 * @param {SetupReport} said
 * @param {ChessBoard} board
 */
export function showVerdict(said, board) {
  const verdict = find('#verdict');
  const { errors, doubts, status } = said;
  const kind = errors.length ? 'bad' : doubts.length ? 'doubt' : 'good';
  verdict.dataset['kind'] = kind;
  const word = /** @type {const} */ ({ bad: 'editor_unplayable', doubt: 'editor_doubtful', good: 'editor_playable' })[kind];
  const state = status && status !== 'active' ? ` ${text(/** @type {'editor_status_check'} */ (`editor_status_${status}`))}` : '';
  const list = make('ul');
  for (const it of errors) list.append(item(it, 'refusal', board));
  for (const it of doubts) list.append(item(it, 'hint', board));
  // A sentence that is there already stays: drawn again, it would count as painted late.
  const paragraph = verdict.querySelector('p') ?? make('p');
  paragraph.removeAttribute('class');
  if (paragraph.textContent !== text(word) + state) paragraph.textContent = text(word) + state;
  if (!paragraph.isConnected) verdict.prepend(paragraph);
  verdict.querySelector('ul')?.remove();
  verdict.append(list);
  // The squares of errors are highlighted at once.
  board.point([...new Set(errors.flatMap(({ squares }) => squares))], 'refusal');
}

/**
 * @param {PositionIssue} doubtful
 * @param {'refusal' | 'hint'} kind
 * @param {ChessBoard} board
 */
function item(doubtful, kind, board) {
  const { squares } = doubtful;
  const light = () => board.point(squares, kind);
  const listeners = squares.length ? { onclick: light, onpointerenter: light, onfocus: light } : {};
  return make('li', {}, make('button', { type: 'button', ...listeners }, words(doubtful)));
}

/**
 * Describes an issue in the reader's language.
 * @param {PositionIssue} issue
 */
function words({ code, message, squares }) {
  const word = /** @type {'editor_issue_no_king'} */ (`editor_issue_${code}`);
  if (!hasText(word)) return sentence(message);
  // The sentence names a side, if the issue is about one.
  const [side = 'white'] = /\b(white|black)\b/i.exec(message) ?? [];
  const color = text(side.toLowerCase() === 'black' ? 'color_black' : 'color_white');
  return text(word, { color, squares: squares.join(', '), count: squares.length });
}
