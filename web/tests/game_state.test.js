import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { abilities, act, fenAt, newGame, receive, resend, resume, sentMove, shownPly, side, viewForBoard, viewPly, watch } from '../game/state.js';

/** @import { GameView, GameState, GameEvent, ServerMessage } from '../wire.d.ts' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

/** @param {Partial<GameState>} [changes] @returns {GameState} */
const state = (changes = {}) => ({ seq: 0, ply: 0, fen: START, turn: 'white', status: 'active', ...changes });

/** @param {Partial<GameView>} [changes] @param {GameState} [at] @returns {ServerMessage} */
const whole = (changes = {}, at = state({ legal: { e2: ['e3', 'e4'] } })) => ({
  game: {
    id: 'G', stage: 'playing', created: 1, you: ['white'],
    options: { variant: 'standard', clock: '5+3', draws: 'claim', conduct: 'casual', take_backs: 'allowed', rated: false },
    players: { white: { name: 'a', kind: 'guest' }, black: { name: 'b', kind: 'guest' } },
    play: /** @type {any} */ ({ start: START, moves: [], state: at }),
    ...changes,
  },
});

/** @param {GameState} to @param {any[]} events @param {string} [id] @returns {ServerMessage} */
const update = (to, events, id) => ({
  update: {
    game: 'G', ...(id ? { id } : {}), state: to,
    events: /** @type {GameEvent[]} */ (events.map((event, index) => ({ seq: to.seq - events.length + 1 + index, at: 0, ...event }))),
  },
});

const played = (/** @type {string} */ uci, /** @type {string} */ san) => ({ event: 'played', uci, san, took: 2, left: 1 });

function begun() {
  const game = newGame('G', 'w');
  receive(game, whole(), 0);
  return game;
}

test('the whole game is requested first, and then only what is new', () => {
  const game = newGame('G', 'w');
  assert.deepEqual(watch(game), [{ send: { watch: { game: 'G' } } }]);
  receive(game, whole(), 0);
  assert.deepEqual(watch(game), [{ send: { watch: { game: 'G', since: 0 } } }]);
});

test('moves are applied in order', () => {
  const game = begun();
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 5);
  assert.equal(game.moves.length, 1);
  assert.equal(fenAt(game, 1), E4);
  assert.equal(fenAt(game, 0), START);
  assert.equal(game.receivedAt, 5);
});

test('known events change nothing', () => {
  const game = begun();
  const message = update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]);
  receive(game, message, 0);
  assert.deepEqual(receive(game, message, 0), []);
  assert.equal(game.moves.length, 1);
  receive(game, whole(), 0);
  assert.equal(game.moves.length, 1, 'an older whole game is not taken');
});

test('a gap in the events subscribes again from the last known event', () => {
  const game = begun();
  const effects = receive(game, update(state({ seq: 2, ply: 2, fen: E5 }), [played('e7e5', 'e5')]), 0);
  assert.deepEqual(effects, [{ send: { watch: { game: 'G', since: 0 } } }]);
  assert.equal(game.moves.length, 0);
  const silent = receive(game, update(state({ seq: 2, ply: 2, fen: E5 }), []), 0);
  assert.deepEqual(silent, [{ send: { watch: { game: 'G', since: 0 } } }]);
});

test('two moves in one update are shown, and the position between them is requested', () => {
  const game = begun();
  const message = update(state({ seq: 2, ply: 2, fen: E5 }), [played('e2e4', 'e4'), played('e7e5', 'e5')]);
  const effects = receive(game, message, 0);
  assert.equal(fenAt(game, 2), E5);
  assert.ok(effects.some((it) => 'send' in it && JSON.stringify(it.send) === '{"watch":{"game":"G"}}'));
  const notified = effects.filter((it) => 'notify' in it && it.notify === 'event');
  assert.deepEqual(notified.map((it) => 'isLast' in it && it.isLast), [false, true]);
});

test('a move counts as sent until it is answered', () => {
  const game = begun();
  const effects = act(game, { play: { move: 'e2e4' } }, 0);
  assert.deepEqual(effects, [{ send: { act: { game: 'G', id: 'w-1', ply: 0, do: { play: { move: 'e2e4' } } } } }]);
  assert.equal(sentMove(game), 'e2e4');
  const view = viewForBoard(game, { premoves: true });
  assert.equal(view.fen.split(' ')[0], E4.split(' ')[0]);
  assert.equal(view.movable, null);
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')], 'w-1'), 0);
  assert.equal(sentMove(game), null);
  assert.equal(game.pending.length, 0);
});

test('a move without an answer is sent again after a while, and after reconnecting', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  assert.deepEqual(resend(game, 3999), []);
  assert.equal(resend(game, 4000).length, 1);
  assert.deepEqual(resend(game, 4001), []);
  const effects = resume(game, 4100);
  assert.deepEqual(effects.map((it) => 'send' in it && typeof it.send === 'object' && Object.keys(it.send)[0]), ['watch', 'act']);
});

test('a subscription that the server cannot answer is repeated', () => {
  const game = begun();
  const problem = /** @type {any} */ ({ code: 'store_unavailable', status: 503, title: 'The database did not respond' });
  /** @type {ServerMessage} */
  const refused = { refused: { game: 'G', problem } };
  assert.equal(receive(game, refused, 100).length, 1);
  assert.deepEqual(resend(game, 1099), []);
  assert.deepEqual(resend(game, 1100), watch(game));
  assert.deepEqual(resend(game, 9000), []);
  // The player hears of it once.
  assert.deepEqual(receive(game, refused, 9000), []);
  assert.deepEqual(resend(game, 10_000), watch(game));
  receive(game, whole(), 10_001);
  assert.equal(receive(game, refused, 20_000).length, 1);
});

test('an acknowledgment of an unknown event requests it', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  const effects = receive(game, { acknowledged: { game: 'G', id: 'w-1', seq: 1 } }, 0);
  assert.deepEqual(effects, [{ send: { watch: { game: 'G', since: 0 } } }]);
  assert.equal(game.pending.length, 0);
});

test('a refused move is removed and explained', () => {
  const game = begun();
  act(game, { play: { move: 'e2e5' } }, 0);
  assert.equal(viewForBoard(game, { premoves: true }).fen, START, 'what is not legal is not shown');
  const problem = { code: 'pawn_too_far', title: 'A pawn …', status: 409, squares: ['e2'] };
  const effects = receive(game, { refused: { game: 'G', id: 'w-1', problem } }, 0);
  assert.deepEqual(effects, [{ notify: 'refused', problem, action: { play: { move: 'e2e5' } } }]);
  assert.equal(viewForBoard(game, { premoves: true }).fen, START);
  assert.deepEqual(receive(game, { refused: { game: 'G', id: 'w-1', problem } }, 0), [], 'once');
});

test('a server that cannot store keeps the move waiting', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  const problem = { code: 'store_unavailable', title: 'try again', status: 503 };
  assert.deepEqual(receive(game, { refused: { game: 'G', id: 'w-1', problem } }, 0), []);
  assert.equal(resend(game, 5000).length, 1);
});

test('a resume message subscribes again', () => {
  const game = begun();
  act(game, 'resign', 0);
  assert.equal(receive(game, { resume: { game: 'G' } }, 1).length, 2);
});

test('a takeback removes moves', () => {
  const game = begun();
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  viewPly(game, 0);
  receive(game, update(state({ seq: 2, ply: 0 }), [{ event: 'took_back', plies: 1 }]), 0);
  assert.equal(game.moves.length, 0);
  assert.equal(game.viewedPly, null);
  assert.equal(fenAt(game, 0), START);
});

test('a past position is shown without legal moves', () => {
  const game = begun();
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  receive(game, update(state({ seq: 2, ply: 2, fen: E5, legal: { g1: ['f3'] } }), [played('e7e5', 'e5')]), 0);
  assert.equal(viewForBoard(game, { premoves: true }).movable, 'white');
  viewPly(game, 1);
  const view = viewForBoard(game, { premoves: true });
  assert.equal(view.fen, E4);
  assert.deepEqual(view.lastMove, ['e2', 'e4']);
  assert.equal(view.movable, null);
  viewPly(game, 5);
  assert.equal(shownPly(game), 2);
  viewPly(game, -3);
  assert.equal(shownPly(game), 0);
});

test('a check is on the king of the side to move', () => {
  const game = begun();
  const fen = 'rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2';
  receive(game, update(state({ seq: 1, ply: 1, fen, turn: 'black', status: 'check' }), [played('d1h5', 'Qh5+')]), 0);
  assert.equal(viewForBoard(game, { premoves: true }).check, 'e8');
});

test('players can premove, and spectators cannot', () => {
  const game = begun();
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  assert.equal(viewForBoard(game, { premoves: true }).premovable, 'white');
  assert.equal(viewForBoard(game, { premoves: false }).premovable, null);
  const watcher = newGame('G', 'w');
  receive(watcher, whole({ you: [] }), 0);
  assert.equal(viewForBoard(watcher, { premoves: true }).premovable, null);
  assert.equal(side(watcher), 'white');
});

test('a player of both sides plays the side to move', () => {
  const game = newGame('G', 'w');
  receive(game, whole({ you: ['white', 'black'] }), 0);
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black', legal: {} }), [played('e2e4', 'e4')]), 0);
  assert.equal(side(game), 'black');
  assert.equal(viewForBoard(game, { premoves: true }).movable, 'black');
  const [effect] = act(game, 'resign', 0, 'black');
  assert.deepEqual(effect, { send: { act: { game: 'G', id: 'w-1', ply: 1, do: 'resign', as: 'black' } } });
});

test('the end is known from the state, even after reconnecting', () => {
  const game = begun();
  const over = state({ seq: 4, ply: 2, fen: E5, result: '0-1', reason: 'resignation' });
  const effects = receive(game, whole({ stage: 'over' }, over), 0);
  assert.deepEqual(game.ending, { winner: 'black', reason: 'resignation', result: '0-1' });
  assert.ok(effects.some((it) => 'notify' in it && it.notify === 'event' && it.event.event === 'ended'));
});

test('a chat line that arrives twice is shown once', () => {
  const game = begun();
  const chat = { game: 'G', name: 'a', at: 7, text: 'hello' };
  assert.equal(receive(game, { chat }, 0).length, 1);
  assert.equal(receive(game, { chat }, 0).length, 0);
  assert.equal(game.chatLines.length, 1);
});

test('deleted chat lines disappear', () => {
  const game = begun();
  const chat = { game: 'G', name: 'a', at: 7, text: 'hello' };
  receive(game, { chat }, 0);
  receive(game, { chat: { ...chat, name: 'b', at: 8 } }, 0);
  assert.deepEqual(receive(game, { chat_history: { game: 'G', lines: [chat] } }, 0), []);
  assert.deepEqual(game.chatLines, [chat]);
});

test('absence counts from the first report', () => {
  const game = begun();
  const presence = { game: 'G', white: true, black: false, watchers: 0 };
  receive(game, { presence }, 10);
  receive(game, { presence: { ...presence, watchers: 1 } }, 20);
  assert.equal(game.away.black, 10);
  receive(game, { presence: { ...presence, black: true } }, 30);
  assert.equal(game.away.black, null);
});

test('a rematch is followed when the game is over, and not before', () => {
  const game = begun();
  assert.deepEqual(receive(game, { paired: { game: 'H' } }, 0), []);
  receive(game, whole({ stage: 'over' }, state({ seq: 4, result: '1-0' })), 0);
  assert.deepEqual(receive(game, { paired: { game: 'H' } }, 0), [{ go: 'H' }]);
});

test('messages about other games are ignored', () => {
  const game = begun();
  assert.deepEqual(receive(game, { resume: { game: 'X' } }, 0), []);
  assert.deepEqual(receive(game, { pong: 3 }, 0), []);
  assert.deepEqual(receive(game, { lobby: [] }, 0), []);
});

test('an unknown game is gone', () => {
  const game = newGame('G', 'w');
  const problem = { code: 'unknown_game', title: 'there is no game', status: 404 };
  assert.deepEqual(receive(game, { refused: { game: 'G', problem } }, 0), [{ notify: 'gone', problem }]);
});

test('the possible actions depend on the state', () => {
  const game = begun();
  assert.equal(abilities(game).draw, false);
  assert.equal(abilities(game).isEarly, true);
  assert.equal(abilities(game).takeBack, false);
  receive(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  assert.equal(abilities(game).takeBack, true);
  if (game.view) game.view.options.take_backs = 'forbidden';
  assert.equal(abilities(game).takeBack, false, 'a rated or formal game has no takebacks');
  receive(game, update(state({ seq: 2, ply: 2, fen: E5 }), [played('e7e5', 'e5')]), 0);
  assert.equal(abilities(game).draw, true);
  receive(game, update(state({ seq: 3, ply: 2, fen: E5, draw_offer: 'black' }), [{ event: 'draw_offered', by: 'black' }]), 0);
  assert.equal(abilities(game).draw, false);
  assert.equal(abilities(game).answerDraw, true);
});

test('a game of a tournament is neither aborted nor played again', () => {
  for (const [pairing, isPossible] of /** @type {const} */ ([[undefined, true], [{ tournament: 'T', name: 'Open', round: 1, board: 1 }, false]])) {
    const game = newGame('G', 'w');
    receive(game, whole({ tournament: pairing }, state()), 0);
    assert.equal(abilities(game).abort, isPossible);
    receive(game, whole({ tournament: pairing, stage: 'over' }, state({ seq: 1, result: '1-0' })), 0);
    assert.equal(abilities(game).rematch, isPossible);
    receive(game, { rematch_offered: { game: 'G' } }, 0);
    assert.equal(abilities(game).rematch, true);
  }
});

test('draws are claimed with a move only when one may be due', () => {
  const claims = (/** @type {number} */ quiet, /** @type {number} */ ply) => {
    const game = newGame('G', 'w');
    receive(game, whole({}, state({ ply, fen: START.replace(' 0 1', ` ${quiet} 60`) })), 0);
    return abilities(game).claimsWith;
  };
  assert.deepEqual(claims(0, 0), []);
  assert.deepEqual(claims(6, 20), []);
  assert.deepEqual(claims(50, 6), []);
  assert.deepEqual(claims(7, 7), ['threefold']);
  assert.deepEqual(claims(99, 120), ['threefold', 'fifty_moves']);
});
