// The analysis board: a tree of moves, a board that shows one of its positions,
// and an engine that evaluates it.
import '../page_strings.js';
import '../board/chess_board.js';
import { ask } from '../lib/api.js';
import { ends } from '../board/squares.js';
import { digits, spent } from '../lib/clock.js';
import { find, make, say } from '../lib/dom.js';
import { displayName } from '../lib/names.js';
import { spoken } from '../lib/notation.js';
import { play } from '../lib/sound.js';
import { explain } from '../lib/explain.js';
import { language, text, why } from '../lib/text.js';
import { drawBar, drawFound } from './draw_found.js';
import { drawGraph, indexAt } from './draw_graph.js';
import { makeMoves } from './draw_moves.js';
import { analyze, subject } from './engine.js';
import { ended } from './judge.js';
import { keep, restore } from './keep.js';
import { listenToKeys, showKeys } from './keys.js';
import { initLoading } from './load.js';
import { initSaving } from './save.js';
import { drawSummary, summaryOf } from './draw_summary.js';
import { evaluateMainLine, graphOf, tally } from './game_analysis.js';
import * as trees from './tree.js';

/** @import { Analysis, BoardView, Why } from '../wire.d.ts' */
/** @import { BoardEvents, ChessBoard, Shape } from '../board/types.d.ts' */
/** @import { Saktris } from './saktris.js' */
/** @import { Direction, Id, Node, Tree } from './tree.js' */

const board = /** @type {ChessBoard} */ (find('#board'));
const graph = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find('#graph')));
const engine = /** @type {HTMLInputElement} */ (find('#engine'));
const count = /** @type {HTMLSelectElement} */ (find('#count'));
const comment = /** @type {HTMLInputElement} */ (find('#comment'));

/** @type {Tree} */
let tree = trees.newTree();
/** @type {Id} */
let current = trees.ROOT;
/** The server's view of each position, by FEN. @type {Map<string, BoardView>} */
const boardViews = new Map();
/** What the engine has found, by move. @type {Map<Id, Analysis>} */
let found = new Map();
/** The arrows that show the engine's moves. @type {Shape[]} */
let suggested = [];
/** The parts that only positions of Saktris need, once there is one. @type {Saktris | null} */
let saktris = null;
let thinking = new AbortController();
let analyzingGame = new AbortController();
/** The progress of the analysis of the whole game. @type {{ done: number, of: number } | null} */
let progress = null;
let timer = 0;

/** Opens what the URL of the page asks for. */
function begin() {
  const asked = new URLSearchParams(location.search);
  const [fen, pgn, game] = [asked.get('fen'), asked.get('pgn'), asked.get('game')];
  const kept = restore();
  if (kept) return open(kept.tree, kept.kind, kept.current);
  open(trees.newTree(), 'free');
  if (game) loading.openGame(game);
  else if (fen || pgn) loading.load(fen ?? pgn ?? '');
}

/**
 * @param {Tree} next
 * @param {'free' | 'playing'} kind the engine is off for a game in progress
 * @param {Id} [at]
 */
function open(next, kind, at = trees.ROOT) {
  analyzingGame.abort();
  tree = next;
  found = new Map();
  find('#progress').textContent = text('analysis_whole_game_hint');
  document.body.dataset['kind'] = kind;
  engine.disabled = kind === 'playing';
  moves.draw(tree, saktris);
  go(trees.has(tree, at) ? at : trees.ROOT, 'quiet');
}

const here = () => trees.at(tree, current);

/**
 * Shows a position of the tree.
 * @param {Id} id
 * @param {'aloud' | 'quiet'} [how]
 */
function go(id, how = 'aloud') {
  const isOther = id !== current;
  current = id;
  const prepared = here().fen.includes('[') && !saktris ? prepare() : null;
  if (isOther && how === 'aloud' && here().san) {
    const move = `${trees.number(tree, id).number}. ${spoken(here().san)}`;
    const tell = () => say([move, saktris?.words(trees.at(tree, id))].filter(Boolean).join('. '));
    // Screen readers announce what a move has cleared.
    if (prepared) prepared.then(tell);
    else tell();
  }
  notice('', []);
  showBoard();
  showPanels();
  clearTimeout(timer);
  thinking.abort();
  // Nothing is requested while stepping quickly through a game.
  timer = window.setTimeout(() => { fetchBoardView(); think(); }, 90);
  // A known position needs no request.
  if (boardViews.has(here().fen)) showBoard();
}

function showBoard() {
  const { fen, uci, cleared } = here();
  const boardView = boardViews.get(fen);
  board.show({
    fen,
    lastMove: uci ? ends(uci) : null,
    check: boardView?.check ?? null,
    movable: 'both',
    legal: boardView?.legal ?? null,
    place: boardView && saktris ? saktris.place(boardView) : null,
    cleared: cleared?.pieces.map(({ square }) => square) ?? [],
  });
  saktris?.draw(fen, boardView);
}

/** Loads what only Saktris needs. */
async function prepare() {
  const { makeSaktris } = await import('./saktris.js');
  saktris ??= makeSaktris(board, { play: playOn, redraw: showBoard });
  showMoves();
  showBoard();
}

function showMoves() {
  moves.draw(tree, saktris);
  moves.mark(current);
}

/** Draws the panels beside the board. */
function showPanels() {
  const node = here();
  moves.mark(current);
  showPlayers();
  showOpening();
  drawGraph(graph, graphOf(tree), current);
  showSummary();
  showFound();
  comment.value = node.comments.join(' ');
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-nag][aria-pressed]'))) {
    button.setAttribute('aria-pressed', String(node.nags.includes(Number(button.dataset['nag']))));
    button.disabled = current === trees.ROOT;
  }
  button('promote').disabled = trees.variationOf(tree, current) === null;
  button('remove').disabled = current === trees.ROOT;
  const fen = encodeURIComponent(node.fen);
  find('#edit-here').setAttribute('href', `/editor?fen=${fen}`);
  find('#play-here').setAttribute('href', `/?start=${fen}`);
}

/** Draws the players and their clocks. */
function showPlayers() {
  const names = new Map(tree.tags);
  const clocks = trees.clocks(tree, current);
  const took = trees.tookAt(tree, current);
  const mover = took === null ? '' : trees.number(tree, current).isWhite ? 'White' : 'Black';
  const side = (/** @type {'White' | 'Black'} */ name, /** @type {number | null} */ clock) => {
    const times = [clock !== null && digits(clock), name === mover && took !== null && `(${spent(took, language())})`].filter(Boolean);
    return make('span', {}, displayName(names.get(name) ?? ''), make('small', {}, ...times.map((time) => `  ${time}`)));
  };
  const isKnown = [names.get('White'), names.get('Black')].some((name) => name && name !== '?');
  const shown = isKnown ? [side('White', clocks.white), '–', side('Black', clocks.black), make('b', {}, tree.result)] : [];
  find('#players').replaceChildren(...shown);
}

/** Draws how well both sides played, once that is known. */
function showSummary() {
  const counted = tally(tree);
  drawSummary(find('#summary'), progress, counted ? summaryOf(new Map(tree.tags), counted) : []);
}

function showOpening() {
  const opening = trees.openingOf(tree, current);
  find('#opening').replaceChildren(...(opening ? [make('b', {}, opening.eco), ` ${opening.name}`] : []));
  find('#opening').title = opening ? `${opening.eco} ${opening.name}` : '';
}

function showFound() {
  const analysis = found.get(current) ?? null;
  drawFound(find('#found'), engine.checked ? analysis : null, here().fen);
  const isMate = here().san.endsWith('#');
  drawBar(isMate ? { mate: trees.turnOf(here().fen) === 'black' ? 1 : -1 } : analysis?.lines[0]?.score ?? here().eval?.score ?? null, isMate);
  const depth = analysis?.lines.length ? text('analysis_depth', { depth: analysis.depth, speed: speed(analysis.nps) }) : '';
  if (!engine.disabled) find('#engine-status').textContent = engine.checked ? depth : '';
  else find('#engine-status').textContent = text('analysis_playing');
  const best = engine.checked ? analysis?.lines[0]?.moves[0] : null;
  suggested = best ? arrow(best) : [];
  board.shapes = [...suggested, ...here().shapes];
}

/** Returns the engine's move as an arrow, or as a ring where it places a piece. @param {string} uci @returns {Shape[]} */
function arrow(uci) {
  const [from, to] = ends(uci) ?? [];
  if (!from || !to) return [];
  return [from === to ? { from, kind: 'three' } : { from, to, kind: 'three' }];
}

/** Formats nodes per second in thousands. @param {number} nps */
const speed = (nps) => new Intl.NumberFormat(document.documentElement.lang).format(Math.round(nps / 1000));

/** Asks for the legal moves of the position. */
async function fetchBoardView() {
  const { fen } = here();
  if (boardViews.has(fen)) return;
  try {
    remember(/** @type {BoardView} */ (await ask('POST', '/rules/look', { fen })), fen);
    if (here().fen === fen) showBoard();
  } catch (error) {
    notice(why(error), []);
  }
}

/**
 * @param {BoardView} boardView
 * @param {string} fen
 */
function remember(boardView, fen) {
  if (boardViews.size > 1000) boardViews.clear();
  boardViews.set(fen, boardView);
}

/** Asks the engine about the position. */
async function think() {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  const id = current;
  const lines = Number(count.value);
  const known = found.get(id);
  const isKnown = known?.end && known.end !== 'replaced' && known.lines.length >= Math.min(lines, 1) && known.lines.length <= lines;
  if (!engine.checked || engine.disabled || isKnown || button('analyze-game').dataset['busy']) return;
  try {
    await analyze({ ...subject(tree, id), lines }, (analysis) => {
      if (signal.aborted) return;
      if (analysis.end === 'replaced') return showStatus(text('analysis_replaced'));
      if (analysis.end === 'over') return showStatus(text('analysis_over'));
      found.set(id, analysis);
      showFound();
    }, (error) => showStatus(why(error)), signal);
  } catch (error) {
    if (!signal.aborted) showStatus(why(error));
  }
}

/** @param {string} sentence */
const showStatus = (sentence) => { find('#engine-status').textContent = sentence; };

/**
 * Plays moves from the current position.
 * @param {string} ucis separated by blanks
 */
async function playOn(ucis) {
  const [id, { fen }] = [current, here()];
  try {
    const boardView = /** @type {BoardView} */ (await ask('POST', '/rules/look', { fen, moves: ucis }));
    if (boardView.refusal) {
      showBoard();
      return notice((await explain(boardView.refusal)).words, boardView.refusal.squares);
    }
    const last = boardView.moves.reduce((at, step) => trees.add(tree, at, step), id);
    remember(boardView, trees.at(tree, last).fen);
    moves.draw(tree, saktris);
    go(last);
    play(soundOf(here()));
  } catch (error) {
    showBoard();
    notice(why(error), []);
  }
}

/** Returns the sound of a move. @param {Node} node */
function soundOf({ san, cleared }) {
  if (san.endsWith('#')) return 'end';
  if (san.endsWith('+')) return 'check';
  return san.includes('x') || cleared ? 'capture' : 'move';
}

/**
 * Explains why a move is illegal, or plays it if it is legal after all: until the legal
 * moves have arrived, the board treats every move as illegal.
 * @param {string} uci
 */
async function explainMove(uci) {
  const { fen } = here();
  try {
    const answer = /** @type {Why} */ (await ask('POST', '/rules/why', { fen, move: uci }));
    if (here().fen !== fen) return;
    if ('cause' in answer) notice((await explain(answer)).words, answer.squares, answer.article);
    else playOn(answer.uci);
  } catch (error) {
    notice(why(error), []);
  }
}

/**
 * @param {string} said
 * @param {string[]} squares
 * @param {string | null} [article]
 */
function notice(said, squares, article = null) {
  const box = find('#notice');
  box.hidden = !said;
  box.textContent = article ? `${said} ${text('analysis_article', { article })}` : said;
  board.point(squares, 'refusal');
}

function listenToBoard() {
  /**
   * @template {keyof BoardEvents} K
   * @param {K} name
   * @param {(detail: BoardEvents[K]) => void} listener
   */
  const on = (name, listener) => board.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  on('move', ({ uci, isLegal }) => {
    const known = here().children.find((child) => trees.at(tree, child).uci === uci);
    if (known !== undefined) go(known);
    else if (isLegal) playOn(uci);
    else explainMove(uci);
  });
  on('shapes', ({ shapes }) => {
    here().shapes = shapes.filter((it) => !suggested.includes(it));
    showFound();
  });
  on('press', () => notice('', []));
}

function listenToPage() {
  find('.analysis').addEventListener('click', (event) => {
    const pressed = /** @type {Element} */ (event.target).closest('button');
    if (!pressed || pressed.disabled) return;
    const { step, nag, do: action, moves: line } = pressed.dataset;
    if (step) go(trees.step(tree, current, /** @type {Direction} */ (step)));
    else if (line) playOn(line);
    else if (nag && pressed.hasAttribute('aria-pressed')) edit(() => trees.toggleNag(tree, current, Number(nag)));
    else if (action && action in actions) actions[/** @type {keyof typeof actions} */ (action)]();
  });
  comment.addEventListener('input', () => {
    trees.comment(tree, current, comment.value);
    showMoves();
  });
  engine.addEventListener('change', () => {
    localStorage.setItem('analysis_engine', engine.checked ? 'on' : 'off');
    thinking.abort();
    showFound();
    think();
  });
  count.addEventListener('change', () => {
    localStorage.setItem('analysis_lines', count.value);
    find('#found').dataset['count'] = count.value;
    found = new Map();
    showFound();
    think();
  });
  graph.addEventListener('click', (event) => {
    const points = graphOf(tree);
    const point = points[indexAt(graph, event, points.length)];
    if (point) go(point.id);
  });
  listenToKeys({
    step: (direction) => go(trees.step(tree, current, direction)),
    flip: actions.flip,
    toggleEngine: () => engine.click(),
  });
  addEventListener('pagehide', () => keep({ tree, current, kind: engine.disabled ? 'playing' : 'free' }));
  addEventListener('preferences', () => {
    moves.draw(tree, saktris);
    showPanels();
  });
}

/** @param {() => void} change */
function edit(change) {
  change();
  moves.draw(tree, saktris);
  showPanels();
}

const actions = {
  flip() {
    board.flip();
    find('#bar').classList.toggle('flipped', board.orientation === 'black');
  },
  promote: () => edit(() => trees.promote(tree, current)),
  remove() {
    const parent = trees.remove(tree, current);
    moves.draw(tree, saktris);
    go(parent);
  },
  'analyze-game': analyzeGame,
  shortcuts: showKeys,
};

/** Starts or stops the analysis of the whole game. */
async function analyzeGame() {
  const start = button('analyze-game');
  if (start.dataset['busy']) return analyzingGame.abort();
  thinking.abort();
  analyzingGame = new AbortController();
  const { signal } = analyzingGame;
  const analyzed = tree;
  // If another game was opened in the meantime, nothing is shown.
  const report = (/** @type {string} */ words) => {
    if (tree === analyzed) find('#progress').textContent = words;
  };
  start.dataset['busy'] = 'yes';
  start.textContent = text('analysis_stop');
  progress = { done: 0, of: trees.lineAfter(tree).length + 1 };
  showSummary();
  try {
    await evaluateMainLine(tree, {
      async finalScore({ fen }) {
        const boardView = /** @type {BoardView} */ (await ask('POST', '/rules/look', { fen }));
        return ended(boardView.result);
      },
      found(id, analysis) {
        // Without an end: the engine searches deeper when the position is opened.
        found.set(id, { ...analysis, end: null });
        if (id === current) showFound();
      },
      progress(done, of) {
        progress = { done, of };
        report(text('analysis_progress', progress));
        drawGraph(graph, graphOf(tree), current);
        showSummary();
      },
      lost: (error) => report(why(error)),
    }, signal);
    report(summary());
  } catch (error) {
    report(signal.aborted ? text('analysis_stopped') : why(error));
  }
  progress = null;
  delete start.dataset['busy'];
  start.textContent = text('analysis_whole_game');
  moves.draw(tree, saktris);
  showPanels();
  think();
}

/** Says how well both sides played. */
function summary() {
  const counted = tally(tree);
  const sides = counted ? summaryOf(new Map(tree.tags), counted) : [];
  return sides.map(({ name, words }) => `${name}: ${words}.`).join(' ') || text('analysis_whole_game_hint');
}

/** Starts the analysis of the whole game as soon as the page is visible. */
function analyzeGameWhenVisible() {
  const finished = tree;
  const start = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', start);
    if (tree === finished && !button('analyze-game').dataset['busy']) void analyzeGame();
  };
  document.addEventListener('visibilitychange', start);
  start();
}

/** @param {string} action */
function button(action) {
  return /** @type {HTMLButtonElement} */ (find(`[data-do=${action}]`));
}

const moves = makeMoves(find('#moves'), (id) => go(id));
const loading = initLoading(({ tree: loaded, isPlaying, sides = null, boardView = null }) => {
  if (boardView) remember(boardView, boardView.fen);
  // A game of this server is opened at its last move, as its player saw it.
  const last = trees.lineAfter(loaded).at(-1) ?? trees.ROOT;
  if (sides?.[0] === 'black' && !sides[1] && board.orientation === 'white') actions.flip();
  open(loaded, isPlaying ? 'playing' : 'free', sides ? last : trees.ROOT);
  // Players want to know how they played.
  if (sides?.length && !isPlaying && last !== trees.ROOT) analyzeGameWhenVisible();
  // A loaded game is scrolled into view and gets the keyboard focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo({ top: 0 });
});
initSaving(() => ({ tree, current, side: board.orientation }), () => open(trees.newTree(), 'free'));
listenToBoard();
listenToPage();
engine.checked = localStorage.getItem('analysis_engine') !== 'off';
count.value = localStorage.getItem('analysis_lines') ?? '3';
find('#found').dataset['count'] = count.value;
begin();
