// The page of one game: creates its parts, passes them what the server and the
// player do, and has them drawn.
import '../board/chess_board.js';
import { find, say } from '../lib/dom.js';
import { preferences } from '../lib/settings.js';
import { socket } from '../lib/socket.js';
import { text } from '../lib/text.js';
import { makeActions } from './actions.js';
import { announce, announceLowTime, remarkOn } from './announce.js';
import { makeChat } from './chat.js';
import { makeHeader } from './header.js';
import { listenToKeys, shortcutsOf } from './keys.js';
import { makeMessages } from './messages.js';
import { makeMoveInput } from './move_input.js';
import { makeMoves, target } from './moves.js';
import { makeNotices, noticesOf } from './notices.js';
import { makeOrientation } from './orientation.js';
import { makePremoves } from './premoves.js';
import { makeSeats, nameOf, sideName } from './seats.js';
import * as state from './state.js';

/** @import { Action, Color, GameView, Premoves } from '../wire.d.ts' */
/** @import { BoardEvents, ChessBoard } from '../board/types.d.ts' */
/** @import { Hints } from './hint.js' */
/** @import { Saktris } from './saktris.js' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

const root = find('.game');
const openedAt = Date.now();
const board = /** @type {ChessBoard} */ (find('chess-board', root));
const id = location.pathname.split('/').at(-1) ?? '';
const game = state.newGame(id, Math.random().toString(36).slice(2, 8));

/** What the parts of the page share. */
const page = {
  game,
  /** What only a game of Saktris has. @type {Saktris | null} */
  saktris: null,
  /** What only a game with hints has. @type {Hints | null} */
  hints: null,
  connection: socket.connection,
  /** Whether the player has picked up a piece to premove it. */
  isPlanning: false,
  draw,
  act,
  nextTurn,
  /** @param {number} ply */
  viewPly(ply) {
    state.viewPly(game, ply);
    draw();
  },
  flip() {
    page.orientation.flip();
    draw();
  },
  /** Asks for a hint, where there are hints. */
  async hint() {
    if (!state.abilities(game).hints || !state.isMyTurn(game)) return;
    const { makeHints } = await import('./hint.js');
    page.hints ??= makeHints(page, board);
    await page.hints.ask();
  },
  /** Lists the keys. */
  async showShortcuts() {
    const { showShortcuts } = await import('../shortcuts/shortcuts.js');
    showShortcuts(shortcutsOf(page));
  },
  rematch() {
    game.rematch.isAsked = true;
    socket.send({ rematch: { game: id } });
    draw();
  },
  /** @param {string} words */
  async copy(words) {
    await navigator.clipboard.writeText(words);
    page.messages.note(text('game_copied'));
  },
  messages: makeMessages(board, draw),
  orientation: makeOrientation(game),
  input: makeMoveInput(root, board, {
    act, draw,
    typing() {
      page.messages.clearRefusal();
      game.viewedPly = null;
    },
  }),
};
/** @typedef {typeof page} GamePage */

const premoves = makePremoves(draw);
const seats = makeSeats(root);
const moves = makeMoves(root, page.viewPly);
const actions = makeActions(root, page, toggleChat);
const chat = makeChat(root, game);
const header = makeHeader(root, page);
const drawNotices = makeNotices(find('.notices', root));

/** Sends an action of the player. @param {Action} action @param {Color} [as] @returns {void} */
function act(action, as) {
  run(state.act(game, action, performance.now(), as));
}

/** Sends messages, goes to other games, and announces events. @param {state.Effect[]} effects */
function run(effects) {
  for (const effect of effects) {
    if ('send' in effect) socket.send(effect.send);
    else if ('go' in effect) location.assign(`/game/${effect.go}`);
    else notify(effect);
  }
  draw();
}

/** Returns the name by which the server knows the viewer. */
const myName = () => (state.plays(game) ? game.view?.players[state.side(game)]?.name : document.documentElement.dataset['player']);

/** Alerts a player who is looking at another page. @param {Extract<state.Effect, { notify: string }>} effect */
async function alertPlayer(effect) {
  const isTurn = effect.notify === 'event' && effect.event.event === 'played' && !effect.isOwn && effect.isLast && state.isMyTurn(game);
  const isWanted = isTurn || effect.notify === 'begun' || effect.notify === 'rematch';
  if (!isWanted || !document.hidden || !state.plays(game) || state.playsBoth(game)) return;
  const { alertPlayer } = await import('../notices/alert.js');
  const name = nameOf(game, state.other(state.side(game)));
  const words = effect.notify === 'rematch' ? text('game_rematch_offered', { name })
    : effect.notify === 'begun' ? text('game_began', { side: sideName(state.side(game)) }) : text('game_your_turn');
  alertPlayer({ key: id, title: words, body: name });
}

/** @param {Extract<state.Effect, { notify: string }>} effect */
function notify(effect) {
  void alertPlayer(effect);
  // Older chat lines and the viewer's own are not announced.
  if (effect.notify === 'chat' && (effect.line.at < openedAt || effect.line.name === myName() || game.muted.has(effect.line.name))) return;
  announce(game, effect, effect.notify === 'event' ? page.saktris?.said(effect.event) : '');
  if (effect.notify === 'refused') {
    board.premoves = [];
    page.input.selectTyped();
    void page.messages.refuse(effect.problem);
  } else if (effect.notify === 'event') {
    const words = remarkOn(game, effect.event) ?? page.saktris?.remark(effect.event);
    if (words) page.messages.note(words);
    if (effect.event.event === 'played') {
      page.messages.clearRefusal();
      page.input.reset();
      // The player's own move is shown even if an older one was viewed.
      if (effect.isOwn) game.viewedPly = null;
    }
    if (effect.event.event === 'ended') page.messages.clearRefusal();
    if (effect.event.event === 'took_back') board.premoves = [];
  } else if (effect.notify === 'chat') {
    chat.count();
  } else if (effect.notify === 'gone') {
    header.drawGone();
  }
}

function toggleChat() {
  chat.toggle();
  draw();
  if (chat.isOpen) chat.focus();
}

/** Returns the player's move that was sent and will be played. */
function playableSentMove() {
  const move = state.sentMove(game);
  return move !== null && state.isPlayable(game, move) ? move : null;
}

/**
 * Returns what can be planned for the player's next turn; null if nothing can,
 * or until it is known.
 * @returns {Premoves | null}
 */
function nextTurn() {
  const sent = playableSentMove();
  const canPlan = state.isPlaying(game) && state.plays(game) && !state.playsBoth(game)
    && game.viewedPly === null && !page.input.held && preferences().premoves;
  const isTheirs = !state.isMyTurn(game) || sent !== null;
  if (!canPlan || !isTheirs || !game.state) return null;
  const planned = [...sent ? [sent] : [], ...board.premoves];
  const turn = premoves.after(game.state.fen, state.side(game), planned);
  if (turn && turn.possible < planned.length) {
    // Something was planned before the answer was there.
    board.premoves = board.premoves.slice(0, Math.max(0, turn.possible - (sent ? 1 : 0)));
    return null;
  }
  return turn;
}

/** Returns what the board needs to know about the next turn. */
function plan() {
  if (page.saktris) return page.saktris.plan();
  if (state.isMyTurn(game) && !state.sentMove(game)) page.isPlanning = false;
  // Asked only if the player wants to premove: on most turns they do not.
  return page.isPlanning || board.premoves.length ? { reach: nextTurn()?.targets ?? null } : null;
}

/** @returns {void} */
function draw() {
  const { view } = game;
  if (root.dataset['stage'] !== 'gone') root.dataset['stage'] = view?.stage ?? 'loading';
  if (view?.options.variant === 'saktris' && !page.saktris) {
    void loadSaktris();
    return;
  }
  if (view) drawGame(view);
  header.drawConnection();
  drawNotices(noticesOf(page, performance.now()));
  moves.makeRoom(find('.notices', root));
  actions.draw({ isOpen: chat.isOpen, unread: chat.unread });
  chat.draw();
  runClocks();
}

/** Loads what only a game of Saktris needs. */
async function loadSaktris() {
  const { makeSaktris } = await import('./saktris.js');
  page.saktris ??= makeSaktris(root, page, board);
  draw();
}

/** @param {NonNullable<state.Game['view']>} view */
function drawGame(view) {
  const { autoQueen, blindfold, zen, premoves } = preferences();
  const isPlaying = view.stage === 'playing';
  const bottom = page.orientation.bottom();
  if (board.orientation !== bottom) board.orientation = bottom;
  board.autoQueen = autoQueen;
  board.blindfold = blindfold && isPlaying;
  document.body.classList.toggle('zen', zen && isPlaying);
  game.start ||= page.saktris ? EMPTY : START;
  const { held } = page.input;
  const [first = ''] = board.premoves;
  // A planned placement has chosen its piece.
  const chosen = first[1] === '@' ? first.charAt(0).toLowerCase() : page.input.chosen;
  board.show(state.viewForBoard(game, { premoves, held, chosen, plan: plan() }));
  seats.turn(bottom);
  seats.draw(game, page.saktris);
  moves.draw(game, page.saktris);
  page.saktris?.draw(bottom);
  page.hints?.draw();
  page.input.enableTyping(state.plays(game) && isPlaying);
  root.classList.toggle('past', game.viewedPly !== null);
  root.classList.toggle('chatting', chat.isOpen);
  header.draw(view);
  applyForced();
}

/** Applies what needs no decision: a premove on its turn, or consent by a player of both sides. */
function applyForced() {
  if (!state.isMyTurn(game) || state.sentMove(game) || !game.state) return;
  if (state.playsBoth(game)) {
    const { take_back: takeback, abort } = game.state;
    if (game.pending.length) return;
    if (takeback) act('grant_take_back', state.other(takeback));
    else if (abort) act('abort', state.other(abort));
    return;
  }
  if (board.premoves.length && !page.input.held && game.viewedPly === null) {
    isPremove = true;
    board.playPremove();
    isPremove = false;
  }
}

/** Whether the move that the board reports is a premove. */
let isPremove = false;

/** @type {number | undefined} */
let clockTimer;

/** Lets the clocks run between two messages, and resends what was not answered. */
function runClocks() {
  clearTimeout(clockTimer);
  const { next, low } = seats.tick(game, performance.now());
  for (const color of low) announceLowTime(game, color);
  const isWaiting = game.pending.length > 0 || game.watchAgainAt !== null || (state.isPlaying(game) && (game.away.white ?? game.away.black) !== null);
  const soon = Math.min(next, isWaiting ? 1000 : Infinity);
  if (soon < Infinity) clockTimer = window.setTimeout(tick, soon);
}

function tick() {
  for (const effect of state.resend(game, performance.now())) if ('send' in effect) socket.send(effect.send);
  drawNotices(noticesOf(page, performance.now()));
  runClocks();
}

/**
 * @template {keyof BoardEvents} K
 * @param {K} name
 * @param {(detail: BoardEvents[K]) => void} listener
 */
function onBoard(name, listener) {
  board.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

onBoard('move', ({ uci, isLegal }) => {
  page.messages.clearRefusal();
  // An illegal move is sent as well: the server explains it.
  if (preferences().confirmMoves && isLegal && !isPremove && !page.input.claim) page.input.hold(uci);
  else page.input.play(uci);
});
onBoard('plan', () => {
  page.isPlanning = true;
  draw();
});
onBoard('premoves', () => {
  if (isPremove) return;
  page.saktris?.disarm();
  draw();
});
onBoard('touch', ({ square }) => {
  if (game.view?.options.conduct === 'formal') act({ touch: square });
});
onBoard('adjust', ({ square }) => {
  page.input.isAdjusting = false;
  act({ adjust: square });
});

find('.steps', root).addEventListener('click', (event) => {
  const step = /** @type {Element} */ (event.target).closest('button')?.dataset['step'];
  if (step) page.viewPly(target(game, step));
});
listenToKeys(board, page);
addEventListener('preferences', () => {
  moves.rewrite();
  draw();
});

const RECEIVED = /** @type {const} */ ([
  'game', 'update', 'acknowledged', 'refused', 'resume', 'presence', 'chat', 'rematch_offered', 'paired',
]);
for (const name of RECEIVED) {
  socket.on(name, (body) => run(state.receive(game, /** @type {any} */ ({ [name]: body }), performance.now())));
}
socket.on('pong', header.drawConnection);
socket.on('connection', (connection) => {
  page.connection = connection;
  if (connection === 'down' && game.view) say(text(state.sentMove(game) ? 'game_reconnecting_move' : 'game_reconnecting'));
  run(connection === 'open' ? state.resume(game, performance.now()) : []);
});
/** The game as the document came with it. @type {GameView | null} */
const initial = JSON.parse(find('#initial-game').textContent ?? 'null');
if (initial) run(state.receive(game, { game: initial }, performance.now()));
run(state.watch(game));
// A player who began the game by keyboard continues with it.
const focused = sessionStorage.getItem('focused_square');
sessionStorage.removeItem('focused_square');
if (focused && game.view) find(`[data-square="${focused}"]`, board).focus({ preventScroll: true });
