// The game as this page knows it: what the server has sent, the commands that
// are not answered yet, and the move that is viewed. Nothing is drawn or sent
// here: messages to send and notifications for the player are returned as effects.
import { ROLES, ends } from '../board/squares.js';
import { after, isAmong, king } from './position.js';

/** @import { Act, Action, ChatLine, Claim, ClientMessage, Color, GameEvent, GameView, MoveView } from '../wire.d.ts' */
/** @import { Presence, Problem, ServerMessage, GameState, Update } from '../wire.d.ts' */
/** @import { Square, View } from '../board/types.d.ts' */

/**
 * A message to send, something that the player should notice, or the id of a
 * game to go to.
 * @typedef {{ send: ClientMessage }
 *   | { notify: 'event', event: GameEvent, isOwn: boolean, isLast: boolean }
 *   | { notify: 'refused', problem: Problem, action: Action | null }
 *   | { notify: 'begun' } | { notify: 'rematch' } | { notify: 'chat', line: ChatLine }
 *   | { notify: 'gone', problem: Problem }
 *   | { go: string }} Effect
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} tab identifies this tab in the ids of its commands
 * @property {GameView | null} view the players and the options
 * @property {GameState | null} state the current state
 * @property {number} receivedAt when the state arrived, by `performance.now()`
 * @property {number | null} watchAgainAt when to subscribe again, because the server could not answer
 * @property {boolean} hasReportedOutage whether the player knows that the server cannot answer
 * @property {string} start FEN of the starting position
 * @property {MoveView[]} moves
 * @property {boolean} hasGaps whether some positions are unknown until the whole game arrives
 * @property {number | null} viewedPly the ply that is viewed; null is the current position
 * @property {Pending[]} pending
 * @property {number} commandCount how many commands this tab has sent
 * @property {Presence | null} presence
 * @property {{ white: number | null, black: number | null }} away since when a player is away
 * @property {ChatLine[]} chatLines
 * @property {Set<string>} muted players whose chat is hidden
 * @property {{ isAsked: boolean, isOffered: boolean }} rematch
 * @property {{ winner: Color | null, reason: string, result: string } | null} ending
 */

/** @typedef {{ act: Act, at: number }} Pending a command without an answer, and when it was sent last */

/** After how many milliseconds an unanswered command is sent again. */
const RESEND_AFTER_MS = 4000;
/** After how many milliseconds the page subscribes again if the server could not answer. */
const WATCH_AGAIN_AFTER_MS = 1000;

/**
 * @param {string} id
 * @param {string} tab something random
 * @returns {Game}
 */
export function newGame(id, tab) {
  return {
    id, tab, view: null, state: null, receivedAt: 0, start: '', moves: [], hasGaps: false, viewedPly: null,
    pending: [], commandCount: 0, presence: null, away: { white: null, black: null }, chatLines: [], muted: new Set(),
    rematch: { isAsked: false, isOffered: false }, ending: null, watchAgainAt: null, hasReportedOutage: false,
  };
}

/**
 * Applies a message of the server.
 * @param {Game} game
 * @param {ServerMessage} message
 * @param {number} now
 * @returns {Effect[]}
 */
export function receive(game, message, now) {
  if ('game' in message || 'update' in message) game.hasReportedOutage = false;
  if ('game' in message) return message.game.id === game.id ? applyGame(game, message.game, now) : [];
  if ('paired' in message) return game.view?.stage === 'over' ? [{ go: message.paired.game }] : [];
  const [about] = /** @type {{ game?: string | null }[]} */ (Object.values(message));
  if (typeof about !== 'object' || about.game !== game.id) return [];
  if ('update' in message) return applyUpdate(game, message.update, now);
  if ('acknowledged' in message) {
    removePending(game, message.acknowledged.id);
    return message.acknowledged.seq > (game.state?.seq ?? -1) ? watch(game) : [];
  }
  if ('refused' in message) return applyRefusal(game, message.refused.id ?? null, message.refused.problem, now);
  if ('resume' in message) return resume(game, now);
  if ('presence' in message) return applyPresence(game, message.presence, now);
  if ('chat' in message) return addChatLine(game, message.chat);
  if ('chat_history' in message) {
    game.chatLines = message.chat_history.lines;
    return [];
  }
  if ('rematch_offered' in message) {
    game.rematch.isOffered = true;
    return [{ notify: 'rematch' }];
  }
  return [];
}

/**
 * Subscribes to the game, from the last event that is known.
 * @param {Game} game
 * @returns {Effect[]}
 */
export function watch(game) {
  game.watchAgainAt = null;
  const since = game.hasGaps ? undefined : game.state?.seq;
  return [{ send: { watch: since === undefined ? { game: game.id } : { game: game.id, since } } }];
}

/**
 * Catches up after the connection was lost.
 * @param {Game} game
 * @param {number} now
 * @returns {Effect[]}
 */
export function resume(game, now) {
  return [...watch(game), ...resend(game, now, 0)];
}

/**
 * Sends commands again that have waited too long for an answer, and subscribes
 * again if the server could not answer.
 * @param {Game} game
 * @param {number} now
 * @param {number} [age] in milliseconds
 * @returns {Effect[]}
 */
export function resend(game, now, age = RESEND_AFTER_MS) {
  const late = game.pending.filter((it) => now - it.at >= age);
  for (const it of late) it.at = now;
  const again = game.watchAgainAt !== null && now >= game.watchAgainAt ? watch(game) : [];
  return [...again, ...late.map(({ act }) => ({ send: { act } }))];
}

/**
 * Sends an action as a command of its own.
 * @param {Game} game
 * @param {Action} action
 * @param {number} now
 * @param {Color} [as] the side that acts, for a player of both
 * @returns {Effect[]}
 */
export function act(game, action, now, as) {
  game.commandCount += 1;
  /** @type {Act} */
  const act = { game: game.id, id: `${game.tab}-${game.commandCount}`, ply: game.state?.ply ?? 0, do: action };
  if (as && game.view && game.view.you.length > 1) act.as = as;
  game.pending.push({ act, at: now });
  return [{ send: { act } }];
}

/** @param {Game} game @param {GameView} view @param {number} now @returns {Effect[]} */
function applyGame(game, view, now) {
  const state = view.play?.state ?? null;
  if (game.state && (state?.seq ?? -1) < game.state.seq) return [];
  const hasBegun = game.view?.stage === 'waiting' && view.stage !== 'waiting';
  const known = game.state?.seq ?? null;
  game.view = view;
  game.hasGaps = false;
  if (view.play && state) {
    game.moves = view.play.moves;
    game.start = view.play.start;
    setState(game, state, now);
  } else {
    game.start = view.options.start ?? '';
  }
  /** @type {Effect[]} */
  const effects = hasBegun ? [{ notify: 'begun' }] : [];
  // The game may have ended while the player was offline.
  if (known !== null && state && state.seq > known && state.result) {
    effects.push({ notify: 'event', event: endedEvent(game), isOwn: false, isLast: true });
  }
  return effects;
}

/** @param {Game} game @returns {GameEvent} */
function endedEvent(game) {
  const { winner = null, reason = '', result = '' } = game.ending ?? {};
  return { seq: game.state?.seq ?? 0, at: 0, event: 'ended', winner, reason, result, message: '' };
}

/** @param {Game} game @param {Update} update @param {number} now @returns {Effect[]} */
function applyUpdate(game, update, now) {
  const pending = update.id ? removePending(game, update.id) : null;
  const { events, state } = update;
  const known = game.state?.seq ?? -1;
  if (state.seq < known) return [];
  const fresh = events.filter((event) => event.seq > known);
  if (state.seq > known && fresh[0]?.seq !== known + 1) return watch(game);
  if (!game.view) return watch(game);
  /** @type {Effect[]} */
  const effects = [];
  const played = fresh.filter((event) => event.event === 'played').at(-1);
  for (const event of fresh) {
    if (event.event === 'played') {
      // Of several moves that arrive together, only the last comes with its position.
      const fen = event === played ? state.fen : '';
      game.hasGaps ||= !fen;
      game.moves = [...game.moves, { uci: event.uci, san: event.san, fen, took: event.took, left: event.left, cleared: event.cleared ?? null }];
    } else if (event.event === 'took_back') {
      game.moves = game.moves.slice(0, -event.plies);
    }
    if (event.event === 'ended') game.view = { ...game.view, stage: 'over' };
    const isLast = event === played || event === fresh.at(-1);
    effects.push({ notify: 'event', event, isOwn: Boolean(pending) || isOwn(game, event), isLast });
  }
  const last = game.moves.at(-1);
  // Moves may have been taken back after the last one that arrived.
  if (last && !last.fen && game.moves.length === state.ply) last.fen = state.fen;
  setState(game, state, now);
  if (game.viewedPly !== null && game.viewedPly >= game.moves.length) game.viewedPly = null;
  if (game.hasGaps) effects.push(...watch(game));
  return effects;
}

/** @param {Game} game @param {GameEvent} event */
function isOwn(game, event) {
  const by = 'by' in event ? event.by : null;
  return by !== null && Boolean(game.view?.you.includes(by)) && game.view?.you.length === 1;
}

/** @param {Game} game @param {GameState} state @param {number} now */
function setState(game, state, now) {
  game.state = state;
  game.receivedAt = now;
  const { result, reason } = state;
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : null;
  game.ending = result ? { result, reason: reason ?? '', winner } : null;
}

/** @param {Game} game @param {string} id */
function removePending(game, id) {
  const found = game.pending.find(({ act }) => act.id === id) ?? null;
  game.pending = game.pending.filter((it) => it !== found);
  return found;
}

/** @param {Game} game @param {string | null} id @param {Problem} problem @param {number} now @returns {Effect[]} */
function applyRefusal(game, id, problem, now) {
  if (!id && problem.status === 503) {
    game.watchAgainAt = now + WATCH_AGAIN_AFTER_MS;
    if (game.hasReportedOutage) return [];
    game.hasReportedOutage = true;
  }
  // It is unknown whether the command was carried out: it is sent again, and the answer says so.
  if (id && problem.status === 503) return [];
  if (!id && problem.code === 'unknown_game') return [{ notify: 'gone', problem }];
  const pending = id ? removePending(game, id) : null;
  if (id && !pending) return [];
  /** @type {Effect[]} */
  const effects = [{ notify: 'refused', problem, action: pending?.act.do ?? null }];
  return problem.code === 'stale' ? [...effects, ...watch(game)] : effects;
}

/** @param {Game} game @param {Presence} presence @param {number} now @returns {Effect[]} */
function applyPresence(game, presence, now) {
  game.presence = presence;
  for (const color of /** @type {const} */ (['white', 'black'])) {
    game.away[color] = presence[color] ? null : game.away[color] ?? now;
  }
  return [];
}

/** @param {Game} game @param {ChatLine} line @returns {Effect[]} */
function addChatLine(game, line) {
  const isKnown = game.chatLines.some((it) => it.at === line.at && it.name === line.name && it.text === line.text);
  if (isKnown) return [];
  game.chatLines = [...game.chatLines, line].sort((one, other) => one.at - other.at).slice(-200);
  return [{ notify: 'chat', line }];
}

/**
 * Returns the side at the bottom of the board: the player's own, the side to
 * move for a player of both, White for spectators.
 * @param {Game} game
 * @returns {Color}
 */
export function side(game) {
  const [first, second] = game.view?.you ?? [];
  return second ? game.state?.turn ?? first ?? 'white' : first ?? 'white';
}

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'white' ? 'black' : 'white');

/** Reports whether the viewer is a player. @param {Game} game */
export const plays = (game) => Boolean(game.view?.you.length);

/** Reports whether the viewer plays both sides. @param {Game} game */
export const playsBoth = (game) => game.view?.you.length === 2;

/** Reports whether nobody is there to chat with: the opponent is the computer or the player. @param {Game} game */
export const isSolo = (game) => playsBoth(game) || Object.values(game.view?.players ?? {}).some((player) => player?.kind === 'computer');

/** @param {Game} game */
export const isPlaying = (game) => game.view?.stage === 'playing';

/** Reports whether it is the viewer's turn. @param {Game} game */
export const isMyTurn = (game) =>
  isPlaying(game) && Boolean(game.state && game.view?.you.includes(game.state.turn));

/** Returns the move that was sent and is not answered yet. @param {Game} game */
export function sentMove(game) {
  for (const { act } of game.pending) {
    if (typeof act.do === 'object' && 'play' in act.do && act.ply === game.state?.ply) return act.do.play.move;
  }
  return null;
}

/** Returns the ply that is shown. @param {Game} game */
export const shownPly = (game) => game.viewedPly ?? game.moves.length;

/**
 * Shows another ply; one after the last is the current position.
 * @param {Game} game
 * @param {number} to
 */
export function viewPly(game, to) {
  game.viewedPly = to >= game.moves.length ? null : Math.max(0, to);
}

/**
 * Returns the FEN after a number of moves.
 * @param {Game} game
 * @param {number} at
 */
export function fenAt(game, at) {
  if (at === game.moves.length && game.state) return game.state.fen;
  return (at > 0 ? game.moves[at - 1]?.fen : game.start) || game.start;
}

/**
 * Returns the piece that the player may place now, and where. A player who may
 * choose places the chosen piece, or a pawn until then.
 * @param {Game} game
 * @param {string | null} [chosen]
 * @returns {{ letter: string, squares: Square[] } | null}
 */
export function placing({ state }, chosen = null) {
  const places = state?.places ?? {};
  const [first] = Object.keys(places);
  const letter = [chosen, 'p', first].find((it) => it && places[it]?.length);
  return letter ? { letter, squares: places[letter] ?? [] } : null;
}

/**
 * Returns the view for the board.
 * @param {Game} game
 * @param {{ premoves: boolean, held?: string | null, chosen?: string | null, plan?: Pick<View, 'place' | 'mustPlace' | 'reach'> | null }} input
 *   `premoves` is whether the player wants premoves, `held` a move that waits for confirmation, `chosen` the piece
 *   to be placed, `plan` what can be planned
 * @returns {View}
 */
export function viewForBoard(game, input) {
  const at = shownPly(game);
  const fen = fenAt(game, at);
  const last = game.moves[at - 1];
  const isPresent = game.viewedPly === null;
  const made = isPresent ? input.held ?? sentMove(game) : null;
  // An illegal move is sent for its explanation, but not shown.
  const isMade = made !== null && isPlayable(game, made);
  const turn = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  /** @type {View} */
  const view = {
    fen: isMade ? after(fen, made) : fen,
    lastMove: isMade ? ends(made) : last ? ends(last.uci) : null,
    check: !isMade && /[+#]$/.test(last?.san ?? '') ? king(fen, turn) : null,
    movable: null, legal: null, premovable: null, touched: [],
    cleared: isMade ? [] : last?.cleared?.pieces.map(({ square }) => square) ?? [],
  };
  if (at === 0 && !isMade && game.state?.status === 'check' && !game.moves.length) view.check = king(fen, turn);
  if (!isPresent || !isPlaying(game) || !plays(game)) return view;
  view.touched = game.state?.touched ?? [];
  if (input.premoves && !playsBoth(game)) Object.assign(view, { premovable: side(game), ...input.plan });
  if (!made && isMyTurn(game)) {
    view.movable = turn;
    view.legal = game.state?.legal ?? {};
    view.adjustable = game.view?.options.conduct === 'formal';
    const due = placing(game, input.chosen);
    const role = ROLES[due?.letter ?? ''];
    if (due && role) view.place = { piece: { role, color: turn }, squares: due.squares };
  }
  return view;
}

/** Reports whether a move is among those that may be played now. @param {Game} game @param {string} uci */
export function isPlayable({ state }, uci) {
  if (uci[1] === '@') return Boolean(state?.places?.[uci.charAt(0).toLowerCase()]?.includes(uci.slice(2, 4)));
  return isAmong(state?.legal ?? {}, state?.fen ?? '', uci);
}

/**
 * Returns the draws that the next move may complete, as far as the number of moves
 * without a capture or a pawn move tells. Whether it does is decided by the server.
 * @param {Game} game
 * @returns {Claim[]}
 */
function claimsWith({ state }) {
  const quiet = Number(state?.fen.split(' ')[4]) || 0;
  /** @type {Claim[]} */
  const claims = [];
  if (Math.min(quiet, state?.ply ?? 0) >= 7) claims.push('threefold');
  if (quiet >= 99) claims.push('fifty_moves');
  return claims;
}

/**
 * Returns what the player can do now apart from moving.
 * @param {Game} game
 */
export function abilities(game) {
  const { state, view } = game;
  const me = side(game);
  const isOn = isPlaying(game) && plays(game) && state !== null && view !== null;
  const moved = state?.ply ?? 0;
  const back = state?.turn === me && !playsBoth(game) ? 2 : 1;
  const rival = view?.players[other(me)];
  return {
    draw: isOn && moved >= 2 && !state.draw_offer,
    answerDraw: isOn && Boolean(state.draw_offer) && (playsBoth(game) || state.draw_offer !== me),
    takeBack: isOn && view.options.take_backs === 'allowed' && moved >= back && !state.take_back,
    answerTakeBack: isOn && Boolean(state.take_back) && !playsBoth(game) && state.take_back !== me,
    answerAbort: isOn && Boolean(state.abort) && !playsBoth(game) && state.abort !== me,
    // The arbiter of a tournament decides what happens to its games.
    abort: isOn && !view.tournament && (moved < 2 || (!view.options.rated && !state.abort)),
    isEarly: moved < 2,
    resign: isOn,
    claims: isOn && isMyTurn(game) ? state.claims ?? [] : [],
    claimsWith: isOn && isMyTurn(game) ? claimsWith(game) : [],
    hints: isOn && rival?.kind === 'computer' && !view.options.rated,
    berserk: isOn && view.options.berserk === true && moved < (me === 'white' ? 1 : 2) && !state.berserk?.includes(me),
    giveTime: isOn && Boolean(state.clock) && !playsBoth(game) && rival?.kind !== 'computer',
    chat: view !== null && !isSolo(game),
    rematch: view?.stage === 'over' && plays(game) && (!view.tournament || game.rematch.isOffered),
  };
}
