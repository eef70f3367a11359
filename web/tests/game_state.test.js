import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { abilities, act, again, fenAt, hear, look, newGame, picture, ply, resume, side, watch, wish } from '../game/state.js';

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

const played = (/** @type {string} */ uci, /** @type {string} */ san) => ({ event: 'played', uci, san, left: 1 });

function begun() {
  const game = newGame('G', 'w');
  hear(game, whole(), 0);
  return game;
}

test('asks for the whole game first, and then for what came after', () => {
  const game = newGame('G', 'w');
  assert.deepEqual(watch(game), [{ say: { watch: { game: 'G' } } }]);
  hear(game, whole(), 0);
  assert.deepEqual(watch(game), [{ say: { watch: { game: 'G', since: 0 } } }]);
});

test('takes moves in order', () => {
  const game = begun();
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 5);
  assert.equal(game.moves.length, 1);
  assert.equal(fenAt(game, 1), E4);
  assert.equal(fenAt(game, 0), START);
  assert.equal(game.heard, 5);
});

test('what it knows already changes nothing', () => {
  const game = begun();
  const message = update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]);
  hear(game, message, 0);
  assert.deepEqual(hear(game, message, 0), []);
  assert.equal(game.moves.length, 1);
  hear(game, whole(), 0);
  assert.equal(game.moves.length, 1, 'an older whole game is not taken');
});

test('a gap makes it watch again from where it is', () => {
  const game = begun();
  const effects = hear(game, update(state({ seq: 2, ply: 2, fen: E5 }), [played('e7e5', 'e5')]), 0);
  assert.deepEqual(effects, [{ say: { watch: { game: 'G', since: 0 } } }]);
  assert.equal(game.moves.length, 0);
  const silent = hear(game, update(state({ seq: 2, ply: 2, fen: E5 }), []), 0);
  assert.deepEqual(silent, [{ say: { watch: { game: 'G', since: 0 } } }]);
});

test('two moves at once are shown, and the position between them is asked for', () => {
  const game = begun();
  const message = update(state({ seq: 2, ply: 2, fen: E5 }), [played('e2e4', 'e4'), played('e7e5', 'e5')]);
  const effects = hear(game, message, 0);
  assert.equal(fenAt(game, 2), E5);
  assert.ok(effects.some((it) => 'say' in it && JSON.stringify(it.say) === '{"watch":{"game":"G"}}'));
  const news = effects.filter((it) => 'news' in it && it.news === 'event');
  assert.deepEqual(news.map((it) => 'isLast' in it && it.isLast), [false, true]);
});

test('a move is a wish until it is answered', () => {
  const game = begun();
  const effects = act(game, { play: { move: 'e2e4' } }, 0);
  assert.deepEqual(effects, [{ say: { act: { game: 'G', id: 'w-1', ply: 0, do: { play: { move: 'e2e4' } } } } }]);
  assert.equal(wish(game), 'e2e4');
  const view = picture(game, { premoves: true });
  assert.equal(view.fen.split(' ')[0], E4.split(' ')[0]);
  assert.equal(view.movable, null);
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')], 'w-1'), 0);
  assert.equal(wish(game), null);
  assert.equal(game.pending.length, 0);
});

test('a wish is sent again when it waits too long, and when there is a line again', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  assert.deepEqual(again(game, 3999), []);
  assert.equal(again(game, 4000).length, 1);
  assert.deepEqual(again(game, 4001), []);
  const effects = resume(game, 4100);
  assert.deepEqual(effects.map((it) => 'say' in it && typeof it.say === 'object' && Object.keys(it.say)[0]), ['watch', 'act']);
});

test('what was done before is acknowledged, and what it has become is asked for', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  const effects = hear(game, { acknowledged: { game: 'G', id: 'w-1', seq: 1 } }, 0);
  assert.deepEqual(effects, [{ say: { watch: { game: 'G', since: 0 } } }]);
  assert.equal(game.pending.length, 0);
});

test('a refused move goes back, and says why', () => {
  const game = begun();
  act(game, { play: { move: 'e2e5' } }, 0);
  assert.equal(picture(game, { premoves: true }).fen, START, 'what is not legal is not shown');
  const problem = { code: 'pawn_too_far', title: 'A pawn …', status: 409, squares: ['e2'] };
  const effects = hear(game, { refused: { game: 'G', id: 'w-1', problem } }, 0);
  assert.deepEqual(effects, [{ news: 'refused', problem, action: { play: { move: 'e2e5' } } }]);
  assert.equal(picture(game, { premoves: true }).fen, START);
  assert.deepEqual(hear(game, { refused: { game: 'G', id: 'w-1', problem } }, 0), [], 'once');
});

test('a server that cannot store keeps the wish alive', () => {
  const game = begun();
  act(game, { play: { move: 'e2e4' } }, 0);
  const problem = { code: 'store_unavailable', title: 'try again', status: 503 };
  assert.deepEqual(hear(game, { refused: { game: 'G', id: 'w-1', problem } }, 0), []);
  assert.equal(again(game, 5000).length, 1);
});

test('who was told to resume does', () => {
  const game = begun();
  act(game, 'resign', 0);
  assert.equal(hear(game, { resume: { game: 'G' } }, 1).length, 2);
});

test('moves that were taken back are gone', () => {
  const game = begun();
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  look(game, 0);
  hear(game, update(state({ seq: 2, ply: 0 }), [{ event: 'took_back', plies: 1 }]), 0);
  assert.equal(game.moves.length, 0);
  assert.equal(game.looked, null);
  assert.equal(fenAt(game, 0), START);
});

test('the board is the past while one looks at it, and nothing can be moved there', () => {
  const game = begun();
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  hear(game, update(state({ seq: 2, ply: 2, fen: E5, legal: { g1: ['f3'] } }), [played('e7e5', 'e5')]), 0);
  assert.equal(picture(game, { premoves: true }).movable, 'white');
  look(game, 1);
  const view = picture(game, { premoves: true });
  assert.equal(view.fen, E4);
  assert.deepEqual(view.lastMove, ['e2', 'e4']);
  assert.equal(view.movable, null);
  look(game, 5);
  assert.equal(ply(game), 2);
  look(game, -3);
  assert.equal(ply(game), 0);
});

test('a check is on the king of the side to move', () => {
  const game = begun();
  const fen = 'rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2';
  hear(game, update(state({ seq: 1, ply: 1, fen, turn: 'black', status: 'check' }), [played('d1h5', 'Qh5+')]), 0);
  assert.equal(picture(game, { premoves: true }).check, 'e8');
});

test('moves are planned for the side of one’s own, and by nobody who watches', () => {
  const game = begun();
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  assert.equal(picture(game, { premoves: true }).premovable, 'white');
  assert.equal(picture(game, { premoves: false }).premovable, null);
  const watcher = newGame('G', 'w');
  hear(watcher, whole({ you: [] }), 0);
  assert.equal(picture(watcher, { premoves: true }).premovable, null);
  assert.equal(side(watcher), 'white');
});

test('who has both sides plays the one to move', () => {
  const game = newGame('G', 'w');
  hear(game, whole({ you: ['white', 'black'] }), 0);
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black', legal: {} }), [played('e2e4', 'e4')]), 0);
  assert.equal(side(game), 'black');
  assert.equal(picture(game, { premoves: true }).movable, 'black');
  const [effect] = act(game, 'resign', 0, 'black');
  assert.deepEqual(effect, { say: { act: { game: 'G', id: 'w-1', ply: 1, do: 'resign', as: 'black' } } });
});

test('the end is known from the state, also to whoever was away', () => {
  const game = begun();
  const over = state({ seq: 4, ply: 2, fen: E5, result: '0-1', reason: 'resignation' });
  const effects = hear(game, whole({ stage: 'over' }, over), 0);
  assert.deepEqual(game.ending, { winner: 'black', reason: 'resignation', result: '0-1' });
  assert.ok(effects.some((it) => 'news' in it && it.news === 'event' && it.event.event === 'ended'));
});

test('a line that comes again is the same line', () => {
  const game = begun();
  const chat = { game: 'G', name: 'a', at: 7, text: 'hello' };
  assert.equal(hear(game, { chat }, 0).length, 1);
  assert.equal(hear(game, { chat }, 0).length, 0);
  assert.equal(game.lines.length, 1);
});

test('absence is counted from when it was first told', () => {
  const game = begun();
  const presence = { game: 'G', white: true, black: false, watchers: 0 };
  hear(game, { presence }, 10);
  hear(game, { presence: { ...presence, watchers: 1 } }, 20);
  assert.equal(game.away.black, 10);
  hear(game, { presence: { ...presence, black: true } }, 30);
  assert.equal(game.away.black, null);
});

test('a rematch is followed when the game is over, and not before', () => {
  const game = begun();
  assert.deepEqual(hear(game, { paired: { game: 'H' } }, 0), []);
  hear(game, whole({ stage: 'over' }, state({ seq: 4, result: '1-0' })), 0);
  assert.deepEqual(hear(game, { paired: { game: 'H' } }, 0), [{ go: 'H' }]);
});

test('other games are none of its business', () => {
  const game = begun();
  assert.deepEqual(hear(game, { resume: { game: 'X' } }, 0), []);
  assert.deepEqual(hear(game, { pong: 3 }, 0), []);
  assert.deepEqual(hear(game, { lobby: [] }, 0), []);
});

test('a game that is not there is gone', () => {
  const game = newGame('G', 'w');
  const problem = { code: 'unknown_game', title: 'there is no game', status: 404 };
  assert.deepEqual(hear(game, { refused: { game: 'G', problem } }, 0), [{ news: 'gone', problem }]);
});

test('what can be done depends on how the game stands', () => {
  const game = begun();
  assert.equal(abilities(game).draw, false);
  assert.equal(abilities(game).isEarly, true);
  assert.equal(abilities(game).takeBack, false);
  hear(game, update(state({ seq: 1, ply: 1, fen: E4, turn: 'black' }), [played('e2e4', 'e4')]), 0);
  assert.equal(abilities(game).takeBack, true);
  hear(game, update(state({ seq: 2, ply: 2, fen: E5 }), [played('e7e5', 'e5')]), 0);
  assert.equal(abilities(game).draw, true);
  hear(game, update(state({ seq: 3, ply: 2, fen: E5, draw_offer: 'black' }), [{ event: 'draw_offered', by: 'black' }]), 0);
  assert.equal(abilities(game).draw, false);
  assert.equal(abilities(game).answerDraw, true);
});
