// The board without the DOM: gestures go in as text, and events come out as
// text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as gestures from '../board/gestures.js';
import { castlingRook, play } from '../board/play_move.js';
import { squareAt, placeOf, readPlacement } from '../board/squares.js';
import { pickupKind, marks, newState, setPremoves, show, targets } from '../board/state.js';

/** @import { BoardState } from '../board/state.js' */
/** @import { BoardEvent, Role, Shape, View } from '../board/types.d.ts' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const CASTLES = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
/** @type {Partial<View>} */
const WHITE = { movable: 'white', legal: { e2: ['e3', 'e4'], g1: ['f3', 'h3'] } };
/** @type {View} */
const KING = { fen: CASTLES, movable: 'white', legal: { e1: ['d1', 'f1', 'g1', 'c1'] } };
/** @type {View} */
const PAWN = {
  fen: '3rk3/4P3/8/8/8/8/8/4K3 w', movable: 'white', legal: { e7: ['d8', 'e8'] },
};
/** @type {Partial<View>} */
const WAITING = { movable: null, premovable: 'white' };

/** @param {Partial<View>} view */
function board(view) {
  const state = newState();
  show(state, { fen: START, ...view });
  return state;
}

/** @param {BoardEvent} event */
function written({ name, detail }) {
  switch (name) {
    case 'move': return `${detail.isLegal ? 'played' : 'refused'} ${detail.uci}`;
    case 'premoves': return `planned ${detail.moves.join(' ') || 'nothing'}`;
    case 'carry': return `carried ${detail.piece.role} ${detail.from} ${detail.to ?? 'off'}`;
    case 'drop': return `dropped ${detail.piece.role} ${detail.square}`;
    case 'shapes': return ['drawn', ...detail.shapes.map(({ from, to, kind }) =>
      `${from}${to ?? ''}/${kind}`)].join(' ');
    default: return `${name} ${detail.square}`;
  }
}

/**
 * Makes the gestures of a script: `click e2` is press and release, `drag e2 e4`
 * is press, drag and put.
 * @param {BoardState} state
 * @param {string} script
 */
function happens(state, script) {
  /** @type {Record<string, (one: string, other: string) => BoardEvent[]>} */
  const words = {
    press: (square) => gestures.press(state, square),
    release: () => gestures.release(state),
    click: (square) => [...gestures.press(state, square), ...gestures.release(state)],
    drag: (from, to) => [
      ...gestures.press(state, from), ...gestures.drag(state),
      ...state.selected ? gestures.put(state, state.selected, to === 'off' ? null : to) : [],
    ],
    choose: (role) => gestures.choose(state, role === 'nothing' ? null : /** @type {Role} */ (role)),
    cancel: () => gestures.cancel(state),
    forget: (which) => gestures.dropPremoves(state, which === 'last' ? 'last' : 'all'),
    adjust: (square) => gestures.adjust(state, square),
    play: () => gestures.playPremove(state),
  };
  return script.split(', ').flatMap((line) => {
    const [word = '', one = '', other = ''] = line.split(' ');
    return (words[word] ?? assert.fail(word))(one, other).filter(({ name }) => name !== 'plan').map(written);
  });
}

/**
 * @param {Partial<View>} view
 * @param {string} script
 * @param {string[]} expected
 */
function check(view, script, expected) {
  assert.deepEqual(happens(board(view), script), expected);
}

/** @param {BoardState} state */
const placement = (state) => listed(state.shown);

/** @param {BoardState['shown']} pieces */
const listed = (pieces) => [...pieces].map(([square, { color, role }]) => {
  const letter = role === 'knight' ? 'n' : role[0] ?? '';
  return (color === 'white' ? letter.toUpperCase() : letter) + square;
}).sort().join(' ');

test('a FEN puts its pieces on their squares', () => {
  const pieces = readPlacement(START);
  assert.equal(pieces.size, 32);
  assert.deepEqual(pieces.get('e1'), { role: 'king', color: 'white' });
  assert.deepEqual(pieces.get('d8'), { role: 'queen', color: 'black' });
  assert.equal(pieces.has('e4'), false);
});

test('an invalid FEN does not throw', () => {
  for (const fen of ['', 'x', '9/8', 'kkkkkkkkkkkk', '8/8/8/8/8/8/8/8/8/8/kk w']) {
    assert.ok(readPlacement(fen).size <= 8);
  }
});

test('a square has a place for each orientation', () => {
  assert.deepEqual([squareAt(0, 'white'), squareAt(63, 'white')], ['a8', 'h1']);
  assert.deepEqual([squareAt(0, 'black'), squareAt(63, 'black')], ['h1', 'a8']);
  for (let place = 0; place < 64; place += 1) {
    for (const color of /** @type {const} */ (['white', 'black'])) {
      assert.equal(placeOf(squareAt(place, color), color), place);
    }
  }
});

test('two presses make a move', () => {
  check(WHITE, 'click e2, click e4', ['touch e2', 'played e2e4']);
});

test('a piece is dragged to where it goes', () => {
  check(WHITE, 'drag e2 e4', ['touch e2', 'played e2e4']);
});

test('pressing a piece twice deselects it, pressing another selects that one', () => {
  const state = board(WHITE);
  happens(state, 'click e2, click e2');
  assert.equal(state.selected, null);
  happens(state, 'click e2, click g1');
  assert.equal(state.selected, 'g1');
});

test('a piece dragged back to its square stays selected', () => {
  const state = board(WHITE);
  assert.deepEqual(happens(state, 'drag e2 e2'), ['touch e2']);
  assert.equal(state.selected, 'e2');
});

test('an illegal move goes back and is reported', () => {
  const state = board(WHITE);
  assert.deepEqual(happens(state, 'drag e2 e5'), ['touch e2', 'refused e2e5']);
  assert.equal(state.shown.get('e2')?.role, 'pawn');
  assert.equal(state.selected, null);
  check(WHITE, 'click g1, click g4', ['touch g1', 'refused g1g4']);
});

test('an illegal promotion is reported with a queen', () => {
  check({ ...PAWN, legal: {} }, 'drag e7 e8', ['touch e7', 'refused e7e8q']);
});

test('a piece dragged off the board goes back without a report', () => {
  check(WHITE, 'drag e2 off', ['touch e2']);
});

test('pieces of the other side cannot be moved', () => {
  check(WHITE, 'drag e7 e5, click e7, click e5', ['press e7', 'press e7', 'press e5']);
  check({}, 'drag e2 e4', ['press e2']);
});

test('both sides move where the view allows it', () => {
  const legal = { e2: ['e4'], e7: ['e5'] };
  check({ movable: 'both', legal }, 'click e7, click e5', ['touch e7', 'played e7e5']);
});

test('a move is shown at once, and no second one is accepted before the next view', () => {
  const state = board(WHITE);
  assert.deepEqual(happens(state, 'drag e2 e4, drag g1 f3'),
    ['touch e2', 'played e2e4', 'press g1']);
  assert.equal(state.shown.get('e4')?.role, 'pawn');
  show(state, { fen: START, ...WHITE });
  assert.equal(state.shown.has('e4'), false);
  assert.deepEqual(happens(state, 'drag g1 f3'), ['touch g1', 'played g1f3']);
});

test('a selection survives a new view if the piece is still there', () => {
  const state = board(WHITE);
  happens(state, 'click e2');
  show(state, { fen: START, ...WHITE });
  assert.equal(state.selected, 'e2');
  show(state, { fen: '4k3/8/8/8/8/8/8/4K3 w', ...WHITE });
  assert.equal(state.selected, null);
});

test('the king castles by moving two squares, and the rook moves too', () => {
  const state = board(KING);
  assert.deepEqual(happens(state, 'drag e1 g1'), ['touch e1', 'played e1g1']);
  assert.equal(placement(state), 'Kg1 Ra1 Rf1 ke8 ra8 rh8');
});

test('the king castles when it is moved onto its rook', () => {
  const state = board(KING);
  assert.deepEqual(happens(state, 'click e1, click a1'), ['touch e1', 'played e1c1']);
  assert.equal(placement(state), 'Kc1 Rd1 Rh1 ke8 ra8 rh8');
  check(KING, 'drag e1 h1', ['touch e1', 'played e1g1']);
});

test('a rook that is dragged while the king is selected does not castle', () => {
  check({ ...KING, legal: { e1: ['g1'], h1: ['h5'] } }, 'click e1, drag h1 h5',
    ['touch e1', 'touch h1', 'played h1h5']);
});

test('the king onto its rook is refused if castling is illegal', () => {
  const state = board({ ...KING, legal: { e1: ['d1', 'f1'], h1: ['g1'] } });
  assert.deepEqual(happens(state, 'drag e1 h1'), ['touch e1', 'refused e1h1']);
  assert.deepEqual(happens(state, 'click e1, click h1'), ['touch e1', 'touch h1']);
});

test('castling from the e-file is marked at the king’s target, any other on the rook', () => {
  assert.deepEqual(marks(board(KING), 'e1'), ['d1', 'f1', 'g1', 'c1']);
  // The king that castles to c1 stays where it is.
  const legal = { c1: ['c1', 'c2', 'g1'] };
  const state = board({ fen: '4k3/8/8/8/8/8/8/1RK3R1 w', movable: 'white', legal });
  assert.deepEqual([...new Set(marks(state, 'c1'))].sort(), ['b1', 'c2', 'g1']);
  assert.deepEqual(happens(state, 'click c1, click b1'), ['touch c1', 'played c1b1']);
  assert.equal(placement(state), 'Kc1 Rd1 Rg1 ke8');
});

test('a king that moves far without a rook moves alone', () => {
  const state = board({ fen: '4k3/8/8/8/8/8/8/4K3 w', movable: 'white', legal: { e1: ['g1'] } });
  happens(state, 'drag e1 g1');
  assert.equal(placement(state), 'Kg1 ke8');
});

test('a pawn captured en passant is removed', () => {
  const legal = { e5: ['d6'] };
  const state = board({ fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6', movable: 'white', legal });
  assert.deepEqual(happens(state, 'drag e5 d6'), ['touch e5', 'played e5d6']);
  assert.equal(placement(state), 'Ke1 Pd6 ke8');
});

test('a pawn on the last rank waits for a choice', () => {
  const state = board(PAWN);
  assert.deepEqual(happens(state, 'drag e7 d8'), ['touch e7']);
  assert.deepEqual(state.promotion, { from: 'e7', to: 'd8', color: 'white' });
  assert.equal(placement(state), 'Ke1 Pd8 ke8');
  assert.deepEqual(happens(state, 'choose knight'), ['played e7d8n']);
  assert.equal(placement(state), 'Ke1 Nd8 ke8');
});

test('a promotion can be cancelled by choosing nothing or pressing elsewhere', () => {
  for (const how of ['choose nothing', 'press a3', 'cancel']) {
    const state = board(PAWN);
    assert.deepEqual(happens(state, `drag e7 d8, ${how}`), ['touch e7']);
    assert.equal(state.promotion, null);
    assert.equal(placement(state), 'Ke1 Pe7 ke8 rd8');
  }
});

test('a promotion dialog survives a view in which the pawn is still there', () => {
  const state = board(PAWN);
  happens(state, 'drag e7 d8');
  show(state, PAWN);
  assert.deepEqual(happens(state, 'choose rook'), ['played e7d8r']);
  const other = board(PAWN);
  happens(other, 'drag e7 d8');
  show(other, { ...PAWN, fen: START });
  assert.equal(other.promotion, null);
});

test('with automatic promotion there is no dialog', () => {
  const state = board(PAWN);
  state.autoQueen = true;
  assert.deepEqual(happens(state, 'drag e7 d8'), ['touch e7', 'played e7d8q']);
});

test('several premoves follow each other', () => {
  const state = board(WAITING);
  assert.deepEqual(happens(state, 'drag e2 e4, drag e4 e5, click g1, click f3'), [
    'planned e2e4', 'planned e2e4 e4e5', 'planned e2e4 e4e5 g1f3',
  ]);
  assert.equal(state.shown.get('e5')?.role, 'pawn');
  assert.equal(state.shown.get('f3')?.role, 'knight');
});

test('a premove goes only where the view says that the piece can', () => {
  const view = { ...WAITING, reach: { e2: ['e3', 'e4'], a1: ['a8'] } };
  check(view, 'drag e2 e5, drag g1 f3, drag e7 e5', ['press e7']);
  check(view, 'drag a1 a8, drag e2 e4', ['planned a1a8', 'planned a1a8 e2e4']);
});

test('until the view says where a piece can go, it premoves to any square without an own piece', () => {
  check(WAITING, 'drag e2 e5', ['planned e2e5']);
  check(WAITING, 'click g1, click e2, click e4', ['planned e2e4']);
  const state = board(WAITING);
  const picked = gestures.press(state, 'e2');
  assert.deepEqual(picked, [{ name: 'plan', detail: { square: 'e2' } }], 'the page hears that it is wanted');
  assert.deepEqual(targets(state, 'e2'), []);
});

test('a premove may recapture on the square of an own piece', () => {
  const view = { ...WAITING, reach: { g1: ['e2', 'f3', 'h3'], e2: ['e3', 'e4'] } };
  check(view, 'click g1, click e2', ['planned g1e2']);
  check(view, 'click g1, drag e2 e4', ['planned e2e4']);
});

test('castling and promotion can be premoved', () => {
  check({ ...WAITING, fen: CASTLES, reach: { e1: ['g1', 'h1'] } }, 'drag e1 h1', ['planned e1g1']);
  check({ ...WAITING, fen: PAWN.fen }, 'drag e7 e8, choose knight', ['planned e7e8n']);
});

test('premoves are dropped one by one, all at once, or by pressing an empty square', () => {
  const script = 'drag e2 e4, drag d2 d4';
  const planned = ['planned e2e4', 'planned e2e4 d2d4'];
  check(WAITING, `${script}, forget last`, [...planned, 'planned e2e4']);
  check(WAITING, `${script}, forget all`, [...planned, 'planned nothing']);
  check(WAITING, `${script}, click a5`, [...planned, 'planned nothing', 'press a5']);
});

test('dropping premoves ends a selection on their squares', () => {
  const state = board(WAITING);
  happens(state, 'drag e2 e4, click e4, forget all');
  assert.equal(state.selected, null);
  happens(state, 'drag e2 e4, drag d2 d4, click d4');
  show(state, { fen: START, movable: 'white', legal: {}, premovable: 'white' });
  assert.deepEqual(happens(state, 'play'), ['planned nothing']);
  assert.equal(state.selected, null);
});

test('a king does not castle with a rook of the other side', () => {
  const view = { ...KING, fen: '4k3/8/8/8/8/8/8/R3K2r w', legal: { e1: ['g1', 'c1'] } };
  assert.deepEqual(targets(board(view), 'e1').sort(), ['a1', 'c1', 'g1']);
});

test('the first premove is played when its turn comes, and the others stay', () => {
  const state = board(WAITING);
  happens(state, 'drag e2 e4, drag g1 f3');
  show(state, { fen: START, movable: 'white', premovable: 'white', legal: { e2: ['e3', 'e4'] } });
  assert.equal(state.shown.get('f3')?.role, 'knight');
  assert.deepEqual(happens(state, 'play'), ['planned g1f3', 'played e2e4']);
  assert.equal(state.shown.get('e4')?.role, 'pawn');
  assert.equal(state.shown.get('f3')?.role, 'knight');
});

test('an illegal premove drops all others', () => {
  const state = board(WAITING);
  happens(state, 'drag e2 e4, drag g1 f3');
  show(state, { fen: START, movable: 'white', premovable: 'white', legal: { g1: ['f3'] } });
  assert.deepEqual(happens(state, 'play'), ['planned nothing']);
  assert.deepEqual(state.shown, readPlacement(START));
  assert.deepEqual(happens(state, 'play'), []);
});

test('a premove of a captured piece is not played by its capturer', () => {
  const state = board(WAITING);
  happens(state, 'drag e2 e4');
  const fen = '4k3/8/8/8/8/8/4q3/4K3 w';
  show(state, { fen, movable: 'white', premovable: 'white', legal: { e1: ['e2'] } });
  assert.equal(placement(state), 'Ke1 ke8 qe2');
  assert.deepEqual(happens(state, 'play'), ['planned nothing']);
});

test('a premove can be made before the last move is confirmed', () => {
  check({ ...WHITE, premovable: 'white' }, 'drag e2 e4, drag d2 d4',
    ['touch e2', 'played e2e4', 'planned d2d4']);
});

test('premoves that the page sets are shown and not reported', () => {
  const state = board(WAITING);
  setPremoves(state, ['e2e4']);
  assert.equal(state.shown.get('e4')?.role, 'pawn');
  setPremoves(state, []);
  assert.equal(state.shown.has('e4'), false);
});

test('a touch is reported once the piece is certainly not adjusted', () => {
  const view = { ...WHITE, adjustable: true };
  check(view, 'press e2', []);
  check(view, 'press e2, release', ['touch e2']);
  check(view, 'drag e2 e4', ['touch e2', 'played e2e4']);
  check(view, 'press e2, adjust e2, release', ['adjust e2']);
});

test('an adjusted piece is not touched', () => {
  const state = board(WHITE);
  state.adjusting = true;
  assert.deepEqual(happens(state, 'click e2, click g1'), ['adjust e2', 'touch g1']);
});

test('on a free board every piece goes anywhere, and off the board', () => {
  const state = board({});
  state.free = true;
  assert.deepEqual(happens(state, 'drag e7 e3, drag d1 d7, drag a1 off, click e1, click e5'), [
    'carried pawn e7 e3', 'carried queen d1 d7', 'carried rook a1 off', 'carried king e1 e5',
  ]);
  assert.equal(state.shown.size, 30);
});

test('the chosen piece goes on each pressed square', () => {
  const state = board({});
  state.free = true;
  state.hand = { role: 'queen', color: 'white' };
  assert.deepEqual(happens(state, 'click e4, click e5'), ['dropped queen e4', 'dropped queen e5']);
  assert.equal(state.shown.get('e5')?.role, 'queen');
  state.hand = 'eraser';
  assert.deepEqual(happens(state, 'click e4, click e4'), ['carried queen e4 off']);
});

test('a drop on a board that is not free is only reported', () => {
  const state = board({});
  state.hand = { role: 'queen', color: 'white' };
  assert.deepEqual(happens(state, 'click e4'), ['dropped queen e4']);
  assert.equal(state.shown.has('e4'), false);
});

test('the same arrow again removes it, another kind replaces it', () => {
  const state = board({});
  const draw = (/** @type {Shape} */ shape) => gestures.mark(state, shape).map(written);
  assert.deepEqual(draw({ from: 'e2', to: 'e4', kind: 'one' }), ['drawn e2e4/one']);
  assert.deepEqual(draw({ from: 'e4', kind: 'two' }), ['drawn e2e4/one e4/two']);
  assert.deepEqual(draw({ from: 'e2', to: 'e4', kind: 'three' }), ['drawn e4/two e2e4/three']);
  assert.deepEqual(draw({ from: 'e4', kind: 'two' }), ['drawn e2e4/three']);
  assert.equal(gestures.clearShapes(state).length, 1);
  assert.equal(gestures.clearShapes(state).length, 0);
});

test('the state says what a press would begin', () => {
  const state = board({ ...WHITE, premovable: 'black', reach: { e7: ['e6', 'e5', 'd6', 'f6'] } });
  assert.deepEqual(['e2', 'e7', 'e4'].map((square) => pickupKind(state, square)), ['move', 'premove', null]);
  assert.deepEqual(targets(state, 'e2'), ['e3', 'e4']);
  assert.deepEqual(targets(state, 'e7').sort(), ['d6', 'e5', 'e6', 'f6']);
});

test('a move leaves all other pieces in place', () => {
  /** @type {(fen: string, uci: string, expected: string) => void} */
  const check = (fen, uci, expected) =>
    assert.equal(listed(play(readPlacement(fen), uci)), expected);
  check('8/8/8/3pP3/8/8/8/8', 'e5e6', 'Pe6 pd5');
  check('8/8/4n3/3pP3/8/8/8/8', 'e5e6', 'Pe6 pd5');
  check('8/8/3n4/3pP3/8/8/8/8', 'e5d6', 'Pd6 pd5');
  check('8/8/8/3pB3/8/8/8/8', 'e5d6', 'Bd6 pd5');
  check('8/8/8/8/8/8/8/R3K2R', 'e1f1', 'Kf1 Ra1 Rh1');
  check('8/8/8/8/8/8/8/R3K2R', 'e1e2', 'Ke2 Ra1 Rh1');
  check('8/8/8/8/8/8/8/R3K2R', 'a1b1', 'Ke1 Rb1 Rh1');
  check('8/8/8/8/8/8/8/8', 'e2e4', '');
});

test('a rook moves only with a king that moves far along its rank', () => {
  const pieces = readPlacement('8/8/6R1/8/8/8/8/R3K2R');
  const goals = ['g1', 'c1', 'h1', 'a1', 'f1', 'b1', 'g6'];
  assert.deepEqual(goals.map((to) => castlingRook(pieces, 'e1', to)), ['h1', 'a1', 'h1', 'a1', null, null, null]);
  assert.equal(castlingRook(pieces, 'a1', 'c1'), null);
  assert.equal(castlingRook(readPlacement('8/8/8/8/8/8/8/r3K2r'), 'e1', 'g1'), null);
  assert.equal(castlingRook(readPlacement('8/8/8/8/8/8/8/5K1R'), 'f1', 'g1'), null);
});

test('cancelling leaves nothing selected', () => {
  const state = board({ ...WHITE, adjustable: true });
  happens(state, 'press e2, cancel');
  assert.deepEqual([state.selected, state.newTouch, state.pressedTarget], [null, null, null]);
  assert.deepEqual(happens(state, 'release'), []);
});

test('a piece that replaces the selected one is not selected', () => {
  const state = board(WHITE);
  happens(state, 'click e2');
  show(state, { ...WHITE, fen: START.replace('PPPPPPPP', 'PPPPNPPP') });
  assert.equal(state.selected, null);
  happens(state, 'click e2');
  show(state, { fen: state.view.fen });
  assert.equal(state.selected, null);
});

test('a piece captured by a premove cannot be selected', () => {
  const state = board(WAITING);
  happens(state, 'drag e2 e4, click g1');
  setPremoves(state, ['g1f3']);
  assert.equal(state.selected, null);
  happens(state, 'click f3');
  setPremoves(state, ['g1f3', 'e2e4']);
  assert.equal(state.selected, 'f3');
});

test('another position clears the pointed squares, and the same one does not', () => {
  const state = board(WHITE);
  state.pointed = { squares: ['e2'], kind: 'hint' };
  show(state, { fen: START, ...WHITE });
  assert.deepEqual(state.pointed.squares, ['e2']);
  show(state, { fen: CASTLES });
  assert.deepEqual(state.pointed.squares, []);
});

test('a view without animation stays so until it is drawn', () => {
  const state = board({});
  assert.equal(state.still, false);
  show(state, { fen: START, animate: false });
  show(state, { fen: START });
  assert.equal(state.still, true);
});

test('a touch is reported before the move', () => {
  const view = { ...WHITE, adjustable: true };
  check(view, 'click e2, click e5', ['touch e2', 'refused e2e5']);
  check(view, 'drag g1 g4', ['touch g1', 'refused g1g4']);
});

test('arrows that share an end are separate', () => {
  const state = board({});
  gestures.mark(state, { from: 'e2', to: 'e4', kind: 'one' });
  gestures.mark(state, { from: 'd2', to: 'e4', kind: 'one' });
  assert.equal(state.shapes.length, 2);
});
