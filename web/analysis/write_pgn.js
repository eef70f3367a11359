// Writes a tree as PGN.
import { ROOT, START, at, drawnAs, lineAfter, openingOf, parts } from './tree.js';

/** @import { AnalysisScore } from '../wire.d.ts' */
/** @import { Node, Part, Tree } from './tree.js' */

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];
/** The maximum line length of PGN export format. */
const MAX_LINE_LENGTH = 80;

/** @param {Tree} tree */
export function writePgn(tree) {
  const known = new Map(tree.tags);
  known.set('Result', tree.result);
  const { fen } = at(tree, ROOT);
  known.delete('SetUp');
  known.delete('FEN');
  if (fen !== START) known.set('SetUp', '1').set('FEN', fen);
  const opening = openingOf(tree, lineAfter(tree).at(-1) ?? ROOT);
  if (opening && !known.has('ECO') && !known.has('Opening')) {
    const [family = '', ...variation] = opening.name.split(': ');
    known.set('ECO', opening.eco).set('Opening', family);
    if (variation.length) known.set('Variation', variation.join(': '));
  }
  for (const name of ROSTER) if (!known.has(name)) known.set(name, name === 'Date' ? '????.??.??' : '?');
  const others = [...known.keys()].filter((name) => !ROSTER.includes(name));
  const tags = [...ROSTER, ...others].map((name) => `[${name} "${quoted(known.get(name) ?? '?')}"]`);
  return `${tags.join('\n')}\n\n${wrapped(words(tree))}\n`;
}

/** @param {Tree} tree */
function words(tree) {
  /** @type {string[]} */
  const words = [];
  let isOpened = false;
  const push = (/** @type {string} */ word) => {
    words.push(isOpened ? `(${word}` : word);
    isOpened = false;
  };
  const start = commandsOf(at(tree, ROOT));
  if (start) push(`{${start}}`);
  for (const part of parts(tree)) {
    switch (part.kind) {
      case 'open': isOpened = true; break;
      case 'close': words.push(`${words.pop()})`); break;
      case 'comment': said(part.text).forEach(push); break;
      default: moved(part).forEach(push);
    }
  }
  words.push(tree.result);
  return words;
}

/** @param {Extract<Part, { kind: 'move' }>} move */
function moved({ node, number, isWhite }) {
  const words = number === null ? [] : [`${number}${isWhite ? '.' : '...'}`];
  words.push(node.san, ...node.nags.map((nag) => `$${nag}`));
  const commands = commandsOf(node);
  return commands ? [...words, ...`{${commands}}`.split(' ')] : words;
}

/** Returns the commands for programs in the comment of a move. @param {Node} node */
function commandsOf(node) {
  const commands = [];
  if (node.eval) commands.push(`[%eval ${written(node.eval.score)}${node.eval.depth ? `,${node.eval.depth}` : ''}]`);
  if (node.clock !== null) commands.push(`[%clk ${span(node.clock)}]`);
  if (node.took !== null) commands.push(`[%emt ${span(node.took)}]`);
  const [arrows, squares] = [true, false].map((isArrow) =>
    node.shapes.filter(({ from, to }) => isArrow === Boolean(to && to !== from)).map(drawnAs).join(','));
  if (squares) commands.push(`[%csl ${squares}]`);
  if (arrows) commands.push(`[%cal ${arrows}]`);
  return commands.join(' ');
}

/** @param {AnalysisScore} score */
const written = (score) => 'mate' in score ? `#${score.mate}` : (score.cp / 100).toFixed(2);

/** Formats a time as hours, minutes and seconds. @param {number} millis */
function span(millis) {
  const seconds = Math.trunc(millis / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const rest = Math.trunc(millis) % 1000;
  const fraction = rest ? `.${String(rest).padStart(3, '0').replace(/0+$/, '')}` : '';
  return `${Math.trunc(seconds / 3600)}:${two(Math.trunc(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/** Formats a comment, which cannot contain a closing brace. @param {string} text */
const said = (text) => `{${text.replaceAll('}', ')').trim()}}`.split(/\s+/);

/** @param {string} value */
const quoted = (value) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(/[\r\n]+/g, ' ');

/** @param {string[]} words */
function wrapped(words) {
  const lines = [''];
  for (const word of words) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + 1 + word.length > MAX_LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n');
}
