// A game as this page knows it: what the server has told, what was commanded
// and has no answer yet, and which move is looked at. Nothing is drawn or sent
// here; what is to be said and what is new goes out as a list.
import { ROLES, ends } from '../board/squares.js';
import { after, isAmong, king } from './position.js';

/** @import { Act, Action, ChatLine, ClientMessage, Color, GameEvent, GameView, MoveView } from '../wire.d.ts' */
/** @import { Presence, Problem, ServerMessage, GameState, Update } from '../wire.d.ts' */
/** @import { Square, View } from '../board/types.d.ts' */

/**
 * What comes of something: messages to send, and what a person should notice.
 * @typedef {{ say: ClientMessage }
 *   | { news: 'event', event: GameEvent, isOwn: boolean, isLast: boolean }
 *   | { news: 'refused', problem: Problem, action: Action | null }
 *   | { news: 'begun' } | { news: 'rematch' } | { news: 'chat', line: ChatLine }
 *   | { news: 'gone', problem: Problem }
 *   | { go: string }} Effect
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} window names the commands of this window
 * @property {GameView | null} view who plays, and what was agreed on
 * @property {GameState | null} state how it stands
 * @property {number} heard when the state was told, as the page counts time
 * @property {string} start
 * @property {MoveView[]} moves
 * @property {boolean} isPatchy some positions in between are unknown until the whole game comes
 * @property {number | null} looked the ply that is looked at; null is the present
 * @property {Pending[]} pending
 * @property {number} count of commands
 * @property {Presence | null} presence
 * @property {{ white: number | null, black: number | null }} away since when somebody is not there
 * @property {ChatLine[]} lines
 * @property {{ isAsked: boolean, isOffered: boolean }} rematch
 * @property {{ winner: Color | null, reason: string, result: string } | null} ending
 */

/** @typedef {{ act: Act, at: number }} Pending a command without an answer, and when it was last sent */

/** A command without an answer for so long is sent again. */
const AGAIN = 4000;

/**
 * @param {string} id
 * @param {string} window something random
 * @returns {Game}
 */
export function newGame(id, window) {
  return {
    id, window, view: null, state: null, heard: 0, start: '', moves: [], isPatchy: false, looked: null,
    pending: [], count: 0, presence: null, away: { white: null, black: null }, lines: [],
    rematch: { isAsked: false, isOffered: false }, ending: null,
  };
}

/**
 * Takes what the server says.
 * @param {Game} game
 * @param {ServerMessage} message
 * @param {number} now
 * @returns {Effect[]}
 */
export function hear(game, message, now) {
  if ('game' in message) return message.game.id === game.id ? takeWhole(game, message.game, now) : [];
  if ('paired' in message) return game.view?.stage === 'over' ? [{ go: message.paired.game }] : [];
  const [about] = /** @type {{ game?: string | null }[]} */ (Object.values(message));
  if (typeof about !== 'object' || about.game !== game.id) return [];
  if ('update' in message) return takeUpdate(game, message.update, now);
  if ('acknowledged' in message) {
    settle(game, message.acknowledged.id);
    return message.acknowledged.seq > (game.state?.seq ?? -1) ? watch(game) : [];
  }
  if ('refused' in message) return takeRefusal(game, message.refused.id ?? null, message.refused.problem);
  if ('resume' in message) return resume(game, now);
  if ('presence' in message) return takePresence(game, message.presence, now);
  if ('chat' in message) return takeLine(game, message.chat);
  if ('rematch_offered' in message) {
    game.rematch.isOffered = true;
    return [{ news: 'rematch' }];
  }
  return [];
}

/**
 * The words with which one is told of the game: from what one has.
 * @param {Game} game
 * @returns {Effect[]}
 */
export function watch(game) {
  const since = game.isPatchy ? undefined : game.state?.seq;
  return [{ say: { watch: since === undefined ? { game: game.id } : { game: game.id, since } } }];
}

/**
 * There is a line again.
 * @param {Game} game
 * @param {number} now
 * @returns {Effect[]}
 */
export function resume(game, now) {
  return [...watch(game), ...again(game, now, 0)];
}

/**
 * Sends what has waited too long for an answer.
 * @param {Game} game
 * @param {number} now
 * @param {number} [patience]
 * @returns {Effect[]}
 */
export function again(game, now, patience = AGAIN) {
  const late = game.pending.filter((it) => now - it.at >= patience);
  for (const it of late) it.at = now;
  return late.map(({ act }) => ({ say: { act } }));
}

/**
 * Commands something.
 * @param {Game} game
 * @param {Action} action
 * @param {number} now
 * @param {Color} [as] where both sides are one's own
 * @returns {Effect[]}
 */
export function act(game, action, now, as) {
  game.count += 1;
  /** @type {Act} */
  const act = { game: game.id, id: `${game.window}-${game.count}`, ply: game.state?.ply ?? 0, do: action };
  if (as && game.view && game.view.you.length > 1) act.as = as;
  game.pending.push({ act, at: now });
  return [{ say: { act } }];
}

/** @param {Game} game @param {GameView} view @param {number} now @returns {Effect[]} */
function takeWhole(game, view, now) {
  const state = view.play?.state ?? null;
  if (game.state && (state?.seq ?? -1) < game.state.seq) return [];
  const hasBegun = game.view?.stage === 'waiting' && view.stage !== 'waiting';
  const known = game.state?.seq ?? null;
  game.view = view;
  game.isPatchy = false;
  if (view.play && state) {
    game.moves = view.play.moves;
    game.start = view.play.start;
    stand(game, state, now);
  } else {
    game.start = view.options.start ?? '';
  }
  /** @type {Effect[]} */
  const effects = hasBegun ? [{ news: 'begun' }] : [];
  // Somebody may have missed that it went on while he was away.
  if (known !== null && state && state.seq > known && state.result) {
    effects.push({ news: 'event', event: ended(game), isOwn: false, isLast: true });
  }
  return effects;
}

/** @param {Game} game @returns {GameEvent} */
function ended(game) {
  const { winner = null, reason = '', result = '' } = game.ending ?? {};
  return { seq: game.state?.seq ?? 0, at: 0, event: 'ended', winner, reason, result, message: '' };
}

/** @param {Game} game @param {Update} update @param {number} now @returns {Effect[]} */
function takeUpdate(game, update, now) {
  const pending = update.id ? settle(game, update.id) : null;
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
      // Between two moves that come at once there is a position that nobody told.
      const fen = event === played ? state.fen : '';
      game.isPatchy ||= !fen;
      game.moves = [...game.moves, { uci: event.uci, san: event.san, fen, took: 0, left: event.left, cleared: event.cleared ?? null }];
    } else if (event.event === 'took_back') {
      game.moves = game.moves.slice(0, -event.plies);
    }
    if (event.event === 'ended') game.view = { ...game.view, stage: 'over' };
    const isLast = event === played || event === fresh.at(-1);
    effects.push({ news: 'event', event, isOwn: Boolean(pending) || isOwn(game, event), isLast });
  }
  const last = game.moves.at(-1);
  // Moves may have been taken back after the last one that was told.
  if (last && !last.fen && game.moves.length === state.ply) last.fen = state.fen;
  stand(game, state, now);
  if (game.looked !== null && game.looked >= game.moves.length) game.looked = null;
  if (game.isPatchy) effects.push(...watch(game));
  return effects;
}

/** @param {Game} game @param {GameEvent} event */
function isOwn(game, event) {
  const by = 'by' in event ? event.by : null;
  return by !== null && Boolean(game.view?.you.includes(by)) && game.view?.you.length === 1;
}

/** @param {Game} game @param {GameState} state @param {number} now */
function stand(game, state, now) {
  game.state = state;
  game.heard = now;
  const { result, reason } = state;
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : null;
  game.ending = result ? { result, reason: reason ?? '', winner } : null;
}

/** @param {Game} game @param {string} id */
function settle(game, id) {
  const found = game.pending.find(({ act }) => act.id === id) ?? null;
  game.pending = game.pending.filter((it) => it !== found);
  return found;
}

/** @param {Game} game @param {string | null} id @param {Problem} problem @returns {Effect[]} */
function takeRefusal(game, id, problem) {
  // It may have been done, or may not: it is sent again, and answered then.
  if (id && problem.status === 503) return [];
  if (!id && problem.code === 'unknown_game') return [{ news: 'gone', problem }];
  const pending = id ? settle(game, id) : null;
  if (id && !pending) return [];
  /** @type {Effect[]} */
  const effects = [{ news: 'refused', problem, action: pending?.act.do ?? null }];
  return problem.code === 'stale' ? [...effects, ...watch(game)] : effects;
}

/** @param {Game} game @param {Presence} presence @param {number} now @returns {Effect[]} */
function takePresence(game, presence, now) {
  game.presence = presence;
  for (const color of /** @type {const} */ (['white', 'black'])) {
    game.away[color] = presence[color] ? null : game.away[color] ?? now;
  }
  return [];
}

/** @param {Game} game @param {ChatLine} line @returns {Effect[]} */
function takeLine(game, line) {
  const isKnown = game.lines.some((it) => it.at === line.at && it.name === line.name && it.text === line.text);
  if (isKnown) return [];
  game.lines = [...game.lines, line].sort((one, other) => one.at - other.at).slice(-200);
  return [{ news: 'chat', line }];
}

/**
 * The side at the bottom of the board: one's own, the one to move where both
 * are, White for those who watch.
 * @param {Game} game
 * @returns {Color}
 */
export function side(game) {
  const [first, second] = game.view?.you ?? [];
  return second ? game.state?.turn ?? first ?? 'white' : first ?? 'white';
}

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'white' ? 'black' : 'white');

/** Whether one has a seat. @param {Game} game */
export const plays = (game) => Boolean(game.view?.you.length);

/** Whether one has both seats. @param {Game} game */
export const playsBoth = (game) => game.view?.you.length === 2;

/** @param {Game} game */
export const isPlaying = (game) => game.view?.stage === 'playing';

/** Whether it is one's own turn. @param {Game} game */
export const isMyTurn = (game) =>
  isPlaying(game) && Boolean(game.state && game.view?.you.includes(game.state.turn));

/** The move that has been sent and has no answer. @param {Game} game */
export function wish(game) {
  for (const { act } of game.pending) {
    if (typeof act.do === 'object' && 'play' in act.do && act.ply === game.state?.ply) return act.do.play.move;
  }
  return null;
}

/** The ply that is shown. @param {Game} game */
export const ply = (game) => game.looked ?? game.moves.length;

/**
 * Looks at another move; beyond the last is the present.
 * @param {Game} game
 * @param {number} to
 */
export function look(game, to) {
  game.looked = to >= game.moves.length ? null : Math.max(0, to);
}

/**
 * The position after so many moves.
 * @param {Game} game
 * @param {number} at
 */
export function fenAt(game, at) {
  if (at === game.moves.length && game.state) return game.state.fen;
  return (at > 0 ? game.moves[at - 1]?.fen : game.start) || game.start;
}

/**
 * The piece that one may place now, and where. Who may choose among several
 * has chosen one, or it is a pawn until then.
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
 * What the board shows now.
 * @param {Game} game
 * @param {{ premoves: boolean, held?: string | null, chosen?: string | null, plan?: Pick<View, 'place' | 'mustPlace'> | null }} habits
 *   `held` is a move that is not sent yet, `chosen` the piece to be placed, `plan` what of it can be planned
 * @returns {View}
 */
export function picture(game, habits) {
  const at = ply(game);
  const fen = fenAt(game, at);
  const last = game.moves[at - 1];
  const isPresent = game.looked === null;
  const wished = isPresent ? habits.held ?? wish(game) : null;
  // What is not legal is tried, but not shown: the piece has gone back.
  const isUci = wished !== null && isPlayable(game, wished);
  const turn = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  /** @type {View} */
  const view = {
    fen: isUci ? after(fen, wished) : fen,
    lastMove: isUci ? ends(wished) : last ? ends(last.uci) : null,
    check: !isUci && /[+#]$/.test(last?.san ?? '') ? king(fen, turn) : null,
    movable: null, legal: null, premovable: null, touched: [],
    cleared: isUci ? [] : last?.cleared?.pieces.map(({ square }) => square) ?? [],
  };
  if (at === 0 && !isUci && game.state?.status === 'check' && !game.moves.length) view.check = king(fen, turn);
  if (!isPresent || !isPlaying(game) || !plays(game)) return view;
  view.touched = game.state?.touched ?? [];
  if (habits.premoves && !playsBoth(game)) Object.assign(view, { premovable: side(game), ...habits.plan });
  if (!wished && isMyTurn(game)) {
    view.movable = turn;
    view.legal = game.state?.legal ?? {};
    view.adjustable = game.view?.options.conduct === 'formal';
    const due = placing(game, habits.chosen);
    const role = ROLES[due?.letter ?? ''];
    if (due && role) view.place = { piece: { role, color: turn }, squares: due.squares };
  }
  return view;
}

/** Whether this can be played now. @param {Game} game @param {string} uci */
export function isPlayable({ state }, uci) {
  if (uci[1] === '@') return Boolean(state?.places?.[uci.charAt(0).toLowerCase()]?.includes(uci.slice(2, 4)));
  return isAmong(state?.legal ?? {}, state?.fen ?? '', uci);
}

/**
 * What a player can do now besides moving.
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
    abort: isOn && (moved < 2 || (!view.options.rated && !state.abort)),
    isEarly: moved < 2,
    resign: isOn,
    claims: isOn && isMyTurn(game) ? state.claims ?? [] : [],
    claimWith: isOn && isMyTurn(game) && moved >= 4,
    giveTime: isOn && Boolean(state.clock) && !playsBoth(game) && rival?.kind !== 'computer',
    chat: view !== null && !playsBoth(game) && rival?.kind !== 'computer',
    rematch: view?.stage === 'over' && plays(game),
  };
}
