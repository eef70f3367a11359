// The page of one game: holds its state, and hands it to what draws it.
import '../board/chess_board.js';
import { ask } from '../lib/api.js';
import { find, say } from '../lib/dom.js';
import { readable } from '../lib/notation.js';
import { habits } from '../lib/settings.js';
import { socket } from '../lib/socket.js';
import { text, told } from '../lib/text.js';
import { makeDeeds } from './deeds.js';
import { listenToKeys } from './keys.js';
import { makeMoves, target } from './moves.js';
import { announce, announceLow, remark } from './news.js';
import { makeNotices, noticesOf } from './notices.js';
import { makeSeats, nameOf, sideName } from './seats.js';
import * as state from './state.js';
import { makeTalk } from './talk.js';
import { agreed, result } from './words.js';

/** @import { Action, ClientMessage, Claim, Color, GameView, Problem } from '../wire.d.ts' */
/** @import { BoardEvents, ChessBoard } from '../board/types.d.ts' */
/** @import { Saktris } from './saktris.js' */

/** How long a refusal, or a remark, stays. */
const STAY = 12_000;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

const root = find('.game');
const opened = Date.now();
const board = /** @type {ChessBoard} */ (find('chess-board', root));
const id = location.pathname.split('/').at(-1) ?? '';
const game = state.newGame(id, Math.random().toString(36).slice(2, 8));

/** The table at which one sits: the game, and what only this page knows. */
const table = {
  game,
  /** A move that waits for a second press. @type {string | null} */
  held: null,
  /** The draw that is claimed with the next move. @type {Claim | null} */
  claiming: null,
  /** Why the last wish was not granted. @type {{ words: string, lang?: string, article: string | null } | null} */
  refusal: null,
  /** @type {string | null} */
  remark: null,
  /** What a game of Saktris has besides. @type {Saktris | null} */
  saktris: null,
  /** The piece to be placed, where one may choose. @type {string | null} */
  chosen: null,
  isAdjusting: false,
  isTalking: false,
  unread: 0,
  /** Whether the board turns to whoever moves, where both play on one device. */
  isTurning: localStorage.getItem('turning') === 'yes',
  isFlipped: false,
  hidesResult: false,
  standing: socket.standing,

  /** @param {Action} action @param {Color} [as] */
  act(action, as) {
    run(state.act(game, action, performance.now(), as));
  },
  /** @param {ClientMessage} message */
  say: (message) => socket.say(message),
  /** @param {{ held?: string | null, claiming?: Claim | null, isAdjusting?: boolean }} changes */
  set(changes) {
    Object.assign(table, changes);
    board.adjusting = table.isAdjusting;
    draw();
  },
  /** Says something beside the board for a while. @param {string} words */
  note: (words) => note(words),
  confirm() {
    const move = table.held;
    table.held = null;
    if (move) play(move);
  },
  rematch() {
    game.rematch.isAsked = true;
    socket.say({ rematch: { game: id } });
    draw();
  },
  flip() {
    table.isFlipped = !table.isFlipped;
    draw();
  },
  /** @param {boolean} isTurning */
  setTurning(isTurning) {
    table.isTurning = isTurning;
    localStorage.setItem('turning', isTurning ? 'yes' : 'no');
    draw();
  },
  talk() {
    table.isTalking = !table.isTalking;
    draw();
    if (table.isTalking) talk.focus();
  },
  /** Lets somebody type a move that begins so. @param {string} words */
  type(words) {
    if (typed.classList.contains('idle')) return;
    root.classList.add('typing');
    input.focus();
    input.value = words;
  },
  /** @param {number} to */
  look(to) {
    state.look(game, to);
    draw();
  },
  /** @param {string} words */
  async copy(words) {
    await navigator.clipboard.writeText(words);
    note(text('game_copied'));
  },
  copyLink: () => table.copy(`${location.origin}/game/${id}`),
  async copyPgn() {
    await table.copy(await ask('GET', `/games/${id}/pgn`));
  },
};
/** @typedef {typeof table} Table */

const seats = makeSeats(root);
const moves = makeMoves(root, table.look);
const deeds = makeDeeds(root, table);
const talk = makeTalk(root, table);
const drawNotices = makeNotices(find('.notices', root));
const ribbon = find('.ribbon', root);
const line = find('.line', root);
const invite = find('.invite', root);
const typed = /** @type {HTMLFormElement} */ (find('.typed', root));
const input = /** @type {HTMLInputElement} */ (find('input', typed));

/** Says what is to be said, and lets people notice what is new. @param {state.Effect[]} effects */
function run(effects) {
  for (const effect of effects) {
    if ('say' in effect) socket.say(effect.say);
    else if ('go' in effect) location.assign(`/game/${effect.go}`);
    else notice(effect);
  }
  draw();
}

/** What the server calls whoever sits here. */
const myName = () => (state.plays(game) ? game.view?.players[state.side(game)]?.name : document.documentElement.dataset['player']);

/** @param {Extract<state.Effect, { news: string }>} effect */
function notice(effect) {
  // What was said before one came, or by oneself, is no news.
  if (effect.news === 'chat' && (effect.line.at < opened || effect.line.name === myName())) return;
  announce(game, effect, effect.news === 'event' ? table.saktris?.said(effect.event) : '');
  if (effect.news === 'refused') {
    void refuse(effect.problem);
  } else if (effect.news === 'event') {
    const words = remark(game, effect.event) ?? table.saktris?.remark(effect.event);
    if (words) note(words);
    if (effect.event.event === 'played') {
      forget();
      table.held = null;
      table.claiming = null;
      // A new move is looked at, unless one looks at an old one.
      if (effect.isOwn) game.looked = null;
    }
    if (effect.event.event === 'ended') forget();
    if (effect.event.event === 'took_back') board.premoves = [];
  } else if (effect.news === 'chat') {
    if (!table.isTalking) table.unread += 1;
  } else if (effect.news === 'gone') {
    void import('./gone.js').then(({ drawGone }) => drawGone(invite));
    root.dataset['stage'] = 'gone';
  }
}

/** @type {number | undefined} */
let forgetting;

/** @param {Problem} problem */
async function refuse(problem) {
  forget();
  board.premoves = [];
  if (document.activeElement === input) input.select();
  const said = await told(problem);
  table.refusal = { ...said, article: problem.article ?? null };
  board.point(problem.squares ?? []);
  forgetting = window.setTimeout(() => { forget(); draw(); }, STAY);
  say(said.words, 'urgent', said.lang);
  draw();
}

function forget() {
  clearTimeout(forgetting);
  if (table.refusal) board.point([]);
  table.refusal = null;
}

/** @type {number | undefined} */
let noting;

/** @param {string} words */
function note(words) {
  clearTimeout(noting);
  table.remark = words;
  noting = window.setTimeout(() => { table.remark = null; draw(); }, STAY / 2);
  draw();
}

/** @param {string} move */
function play(move) {
  if (table.claiming) {
    const claim = table.claiming;
    table.claiming = null;
    table.act({ claim: { claim, with: move } });
  } else {
    table.act({ play: { move } });
  }
}

function draw() {
  const { view } = game;
  if (root.dataset['stage'] !== 'gone') root.dataset['stage'] = view?.stage ?? 'loading';
  if (view?.options.variant === 'saktris' && !table.saktris) {
    prepare();
    return;
  }
  if (view) drawGame(view);
  drawLine();
  drawNotices(noticesOf(table, performance.now()));
  moves.room(find('.notices', root));
  deeds.draw();
  talk.draw();
  count();
}

/** Only who plays Saktris loads what it needs. */
async function prepare() {
  const { makeSaktris } = await import('./saktris.js');
  table.saktris ??= makeSaktris(root, table, board);
  draw();
}

/** @param {NonNullable<state.Game['view']>} view */
function drawGame(view) {
  const wanted = habits();
  const own = state.playsBoth(game) ? (table.isTurning ? state.side(game) : 'white') : state.side(game);
  const bottom = table.isFlipped ? state.other(own) : own;
  if (board.orientation !== bottom) board.orientation = bottom;
  board.autoQueen = wanted.autoQueen;
  board.blindfold = wanted.blindfold && view.stage === 'playing';
  document.body.classList.toggle('zen', wanted.zen && view.stage === 'playing');
  game.start ||= table.saktris ? EMPTY : START;
  const plan = table.saktris?.plan();
  const [first = ''] = board.premoves;
  // Who has planned to place a piece has chosen it.
  const chosen = first[1] === '@' ? first.charAt(0).toLowerCase() : table.chosen;
  board.show(state.picture(game, { premoves: wanted.premoves, held: table.held, chosen, plan }));
  seats.turn(bottom);
  seats.draw(game, table.saktris);
  moves.draw(game, table.saktris);
  table.saktris?.draw(bottom);
  find('.agreed', root).textContent = agreed(view.options);
  const watchers = game.presence?.watchers ?? 0;
  const words = text(watchers === 1 ? 'game_spectator' : 'game_spectators', { count: watchers });
  find('.watchers', root).textContent = watchers ? words : '';
  typed.classList.toggle('idle', !(state.plays(game) && view.stage === 'playing'));
  root.classList.toggle('past', game.looked !== null);
  root.classList.toggle('talking', table.isTalking);
  if (table.isTalking) table.unread = 0;
  drawResult();
  drawTitle();
  drawInvite(view);
  oblige();
}

/** What follows by itself from how the game stands. */
function oblige() {
  if (!state.isMyTurn(game) || state.wish(game) || !game.state) return;
  if (state.playsBoth(game)) {
    // Whoever has both sides agrees with himself.
    const { take_back: back, abort } = game.state;
    if (game.pending.length) return;
    if (back) table.act('grant_take_back', state.other(back));
    else if (abort) table.act('abort', state.other(abort));
    return;
  }
  if (board.premoves.length && !table.held && game.looked === null) {
    isPlanned = true;
    board.playPremove();
    isPlanned = false;
  }
}

/** Whether the move that the board tells was planned before. */
let isPlanned = false;

function drawResult() {
  ribbon.hidden = !game.ending || game.looked !== null || table.hidesResult;
  if (!game.ending) return;
  const { who, how, score } = result(game.ending);
  find('b', ribbon).textContent = [score, who].filter(Boolean).join('  ');
  find('span', ribbon).textContent = how;
}

function drawTitle() {
  const names = [nameOf(game, 'white'), nameOf(game, 'black')].join(' – ');
  const turn = game.state?.turn;
  const stands = game.view?.stage === 'waiting' ? text('game_waiting_title')
    : game.ending ? result(game.ending).who
      : state.isMyTurn(game) && !state.playsBoth(game) ? `● ${text('game_your_turn')}`
        : turn ? text('game_turn_of', { side: sideName(turn) }) : '';
  const title = `${stands} · ${names}`;
  if (document.title !== title) document.title = title;
}

let invited = '';

/** @param {NonNullable<state.Game['view']>} view */
function drawInvite(view) {
  const wants = view.stage === 'waiting' ? `${view.you.length}` : '';
  invite.hidden = !wants;
  if (wants === invited) return;
  invited = wants;
  if (wants) void import('./invite.js').then(({ drawInvite }) => drawInvite(invite, table));
}

function drawLine() {
  line.dataset['standing'] = table.standing;
  const words = { open: text('game_connected'), connecting: text('game_connecting'), down: text('game_offline') }[table.standing];
  find('span', line).textContent = words;
  line.title = socket.lag === null ? words : text('game_connected_lag', { lag: socket.lag });
}

/** @type {number | undefined} */
let counting;

/** Lets the clocks run on between two messages, and looks after what waits. */
function count() {
  clearTimeout(counting);
  const now = performance.now();
  const { next, low } = seats.tick(game, now);
  for (const color of low) announceLow(game, color);
  const isWaiting = game.pending.length > 0 || (state.isPlaying(game) && (game.away.white ?? game.away.black) !== null);
  const soon = Math.min(next, isWaiting ? 1000 : Infinity);
  if (soon < Infinity) counting = window.setTimeout(tick, soon);
}

function tick() {
  for (const effect of state.again(game, performance.now())) if ('say' in effect) socket.say(effect.say);
  drawNotices(noticesOf(table, performance.now()));
  count();
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
  forget();
  // What is not legal is tried all the same: the referee says why it is not.
  if (habits().confirmMoves && isLegal && !isPlanned && !table.claiming) table.set({ held: uci });
  else play(uci);
});
onBoard('premoves', () => {
  if (!isPlanned) table.saktris?.disarm();
});
onBoard('touch', ({ square }) => {
  if (game.view?.options.conduct === 'formal') table.act({ touch: square });
});
onBoard('adjust', ({ square }) => {
  table.isAdjusting = false;
  table.act({ adjust: square });
});

typed.addEventListener('submit', (event) => {
  event.preventDefault();
  const move = readable(input.value);
  input.value = '';
  if (!move) return;
  forget();
  game.looked = null;
  play(move);
});
input.addEventListener('blur', () => root.classList.remove('typing'));

find('.steps', root).addEventListener('click', (event) => {
  const step = /** @type {Element} */ (event.target).closest('button')?.dataset['step'];
  if (step) table.look(target(game, step));
});
find('button', ribbon).addEventListener('click', () => {
  table.hidesResult = true;
  draw();
});
listenToKeys(board, table);
addEventListener('habits', () => {
  moves.rewrite();
  draw();
});

const HEARD = /** @type {const} */ ([
  'game', 'update', 'acknowledged', 'refused', 'resume', 'presence', 'chat', 'rematch_offered', 'paired',
]);
for (const name of HEARD) {
  socket.on(name, (told) => run(state.hear(game, /** @type {any} */ ({ [name]: told }), performance.now())));
}
socket.on('pong', drawLine);
socket.on('standing', (standing) => {
  table.standing = standing;
  if (standing === 'down' && game.view) say(text(state.wish(game) ? 'game_reconnecting_move' : 'game_reconnecting'));
  run(standing === 'open' ? state.resume(game, performance.now()) : []);
});
/** How the game stood when the document was written. @type {GameView | null} */
const written = JSON.parse(find('#told').textContent ?? 'null');
if (written) run(state.hear(game, { game: written }, performance.now()));
run(state.watch(game));
