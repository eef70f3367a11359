// The board editor: the player changes a setup, and the server says whether it
// can be played.
import '../page_strings.js';
import '../board/chess_board.js';
import { Refusal, ask } from '../lib/api.js';
import { find, say } from '../lib/dom.js';
import { completeFen } from '../lib/fen.js';
import { text, why } from '../lib/text.js';
import { EMPTY, START, carry, counted, place, read, removeImpossibleRights, setCastlingRight, swapColors, write } from './setup.js';
import { initTools } from './tools.js';
import { showVerdict } from './verdict.js';

/** @import { SetupReport } from '../wire.d.ts' */
/** @import { BoardEvents, ChessBoard } from '../board/types.d.ts' */
/** @import { Setup } from './setup.js' */

const board = /** @type {ChessBoard} */ (find('#board'));
const form = /** @type {HTMLFormElement} */ (find('#setup'));
const fenField = /** @type {HTMLInputElement} */ (find('#fen'));
const enPassant = /** @type {HTMLSelectElement} */ (find('#en-passant'));
/** @type {Setup} as the player wants it; the server may not allow all of it */
let setup = read(START);
/** @type {Setup[]} */
const before = [];
/** @type {SetupReport | null} */
let checked = null;
let asking = new AbortController();
let timer = 0;

/**
 * Changes the setup, shows it, and has it checked soon.
 * @param {Setup} next
 * @param {'edit' | 'first' | 'undo'} [how]
 */
function change(next, how = 'edit') {
  if (how === 'edit') before.push(setup);
  if (before.length > 200) before.shift();
  setup = next;
  show(checked ? removeImpossibleRights(setup, checked) : setup);
  clearTimeout(timer);
  timer = window.setTimeout(examine, how === 'first' ? 0 : 60);
}

/** Asks the server what the setup allows, and whether it can be played. */
async function examine() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    checked = await ask('POST', '/rules/setup', { fen: write(setup) }, { signal });
    const corrected = removeImpossibleRights(setup, /** @type {SetupReport} */ (checked));
    if (write(corrected) !== write(setup)) {
      checked = /** @type {SetupReport} */ (await ask('POST', '/rules/setup', { fen: write(corrected) }, { signal }));
    }
    show(corrected);
    judge();
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
}

/**
 * Reads a FEN that was typed or pasted, with all its contradictions.
 * @param {string} fen
 * @param {'typed' | 'pasted' | 'link'} how
 */
async function readText(fen, how) {
  clearTimeout(timer);
  asking.abort();
  if (fen.includes('[')) return decline(fen, how);
  asking = new AbortController();
  const { signal } = asking;
  try {
    checked = /** @type {SetupReport} */ (await ask('POST', '/rules/setup', { fen: completeFen(fen) }, { signal }));
    if (how !== 'link') before.push(setup);
    setup = read(checked.fen);
    show(setup, how);
    judge();
  } catch (error) {
    if (signal.aborted) return;
    if (how === 'link') change(read(START), 'first');
    showError(error);
  }
}

/**
 * Shows a position of Saktris, which cannot be edited here but can be analyzed.
 * @param {string} fen
 * @param {string} how
 */
function decline(fen, how) {
  setup = read(fen);
  checked = null;
  show(setup, how);
  if (how !== 'typed') fenField.value = fen;
  find('#verdict').replaceChildren();
  wrong(text('editor_saktris'));
  link('#play', false);
  link('#analyze', `/analysis?fen=${encodeURIComponent(fen)}`);
}

/**
 * @param {Setup} shown
 * @param {string} [how]
 */
function show(shown, how) {
  const fen = write(shown);
  board.show({ fen, movable: 'both' });
  if (how !== 'typed') fenField.value = fen;
  wrong('');
  radio('turn', shown.turn);
  find('#done').textContent = '';
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#rights input'))) {
    const choice = checked?.castling.find(({ letter }) => letter === box.value);
    box.checked = shown.castling.includes(box.value);
    box.disabled = !choice && !box.checked;
    // A rook outside its corner is named.
    find('small', /** @type {HTMLElement} */ (box.parentElement)).textContent =
      choice && !choice.is_standard ? text('editor_rook', { square: choice.rook }) : '';
  }
  const squares = ['', ...checked?.en_passant ?? []];
  if (!squares.includes(shown.enPassant)) squares.push(shown.enPassant);
  if ([...enPassant.options].map(({ value }) => value).join() !== squares.join()) {
    enPassant.replaceChildren(...squares.map((square) => new Option(square || '–', square)));
  }
  enPassant.value = shown.enPassant;
  enPassant.disabled = squares.length < 2;
  numberField('halfmoves').value = String(shown.halfmoves);
  numberField('fullmoves').value = String(shown.fullmoves);
  button('undo').disabled = before.length === 0;
}

/** Shows the server's answer. */
function judge() {
  if (!checked) return;
  showVerdict(checked, board);
  const fen = encodeURIComponent(checked.fen);
  link('#play', checked.is_playable && `/?start=${fen}`);
  link('#analyze', checked.is_playable && `/analysis?fen=${fen}`);
  history.replaceState(null, '', checked.fen === START ? '/editor' : `/editor?fen=${fen}`);
}

/** @param {unknown} error */
function showError(error) {
  const sentence = why(error);
  const offset = error instanceof Refusal ? error.problem.offset : null;
  wrong(offset === null || offset === undefined ? sentence : `${sentence} ${text('editor_at', { column: offset + 1 })}`);
  link('#play', false);
  link('#analyze', false);
}

/** @param {string} sentence */
function wrong(sentence) {
  find('#fen-wrong').textContent = sentence;
  fenField.toggleAttribute('aria-invalid', Boolean(sentence));
  if (sentence) fenField.setAttribute('aria-invalid', 'true');
}

function listenToBoard() {
  /**
   * @template {keyof BoardEvents} K
   * @param {K} name
   * @param {(detail: BoardEvents[K]) => void} listener
   */
  const on = (name, listener) => board.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  on('drop', ({ piece, square }) => {
    tools.dropped();
    change(place(setup, square, piece));
  });
  on('carry', ({ from, to }) => change(carry(setup, from, to)));
  on('press', ({ square, button }) => {
    if (button === 2 && setup.pieces.has(square)) change(place(setup, square, null));
  });
}

function listenToForm() {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('click', (event) => {
    const action = /** @type {Element} */ (event.target).closest('[data-do]')?.getAttribute('data-do');
    if (action) actions[/** @type {keyof typeof actions} */ (action)]();
  });
  find('#turn').addEventListener('change', ({ target }) => {
    const turn = /** @type {HTMLInputElement} */ (target).value === 'black' ? 'black' : 'white';
    change({ ...setup, turn });
  });
  find('#rights').addEventListener('change', ({ target }) => {
    const { value, checked } = /** @type {HTMLInputElement} */ (target);
    change(setCastlingRight(setup, value, checked));
  });
  enPassant.addEventListener('change', () => change({ ...setup, enPassant: enPassant.value }));
  numberField('halfmoves').addEventListener('change', ({ target }) =>
    change({ ...setup, halfmoves: counted(/** @type {HTMLInputElement} */ (target).value, 0) }));
  numberField('fullmoves').addEventListener('change', ({ target }) =>
    change({ ...setup, fullmoves: counted(/** @type {HTMLInputElement} */ (target).value, 1) }));
  fenField.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => readText(fenField.value, 'typed'), 150);
  });
  addEventListener('paste', (event) => {
    if (/** @type {Element} */ (event.target).closest('input, select')) return;
    const pasted = event.clipboardData?.getData('text/plain').trim();
    if (pasted) readText(pasted, 'pasted');
  });
  addEventListener('keydown', (event) => {
    const isTyping = /** @type {Element} */ (event.target).closest('input:not([type=radio], [type=checkbox])');
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !isTyping) actions.undo();
  });
}

const actions = {
  start: () => change(read(START)),
  clear: () => change(read(EMPTY)),
  flip: () => board.flip(),
  'swap-colors': () => change(swapColors(setup)),
  undo() {
    const last = before.pop();
    if (last) change(last, 'undo');
  },
  copy: () => copy(fenField.value, text('editor_copied_fen')),
  share: () => copy(`${location.origin}/editor?fen=${encodeURIComponent(fenField.value)}`, text('editor_copied_link')),
};

/**
 * @param {string} copied
 * @param {string} sentence
 */
async function copy(copied, sentence) {
  try {
    await navigator.clipboard.writeText(copied);
    find('#done').textContent = sentence;
  } catch {
    // Without access to the clipboard, the text is selected for copying.
    fenField.select();
    say(text('editor_copy_by_hand'));
  }
}

/**
 * @param {string} selector
 * @param {string | false} href
 */
function link(selector, href) {
  const element = find(selector);
  if (href) element.setAttribute('href', href);
  else element.removeAttribute('href');
  element.setAttribute('aria-disabled', String(!href));
}

/**
 * @param {string} name
 * @param {string} value
 */
function radio(name, value) {
  /** @type {HTMLInputElement} */ (find(`input[name=${name}][value=${value}]`)).checked = true;
}

/** @param {string} id */
const numberField = (id) => /** @type {HTMLInputElement} */ (find(`#${id}`));
/** @param {string} action */
const button = (action) => /** @type {HTMLButtonElement} */ (find(`[data-do=${action}]`));

board.free = true;
fenField.classList.remove('before');
const tools = initTools(board);
listenToBoard();
listenToForm();
const asked = new URLSearchParams(location.search).get('fen');
if (asked) readText(asked, 'link');
else change(setup, 'first');
