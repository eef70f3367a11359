import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePremoves } from '../game/premoves.js';

/** @import { PremovesQuery, Premoves } from '../wire.d.ts' */

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1';

/** Returns a server that answers each question when the test says so. */
function server() {
  /** @type {{ question: PremovesQuery, answer: (premoves: Premoves) => void, fail: () => void }[]} */
  const questions = [];
  let answers = 0;
  const premoves = makePremoves(() => { answers += 1; }, (question) => new Promise((resolve, reject) => {
    questions.push({ question, answer: resolve, fail: () => reject(new Error('offline')) });
  }));
  return { premoves, questions, answers: () => answers };
}

/** @type {Premoves} */
const ANSWER = { possible: 0, targets: { g1: ['e2', 'f3', 'h3'] }, arrival: null };

/** Lets answers arrive. */
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

test('a question is asked once, and its answer is known when it arrives', async () => {
  const { premoves, questions, answers } = server();
  assert.equal(premoves.after(FEN, 'white', []), null);
  assert.equal(premoves.after(FEN, 'white', []), null);
  assert.deepEqual(questions.map(({ question }) => question), [{ fen: FEN, color: 'white', moves: [] }]);
  questions[0]?.answer(ANSWER);
  await settled();
  assert.equal(answers(), 1);
  assert.equal(premoves.after(FEN, 'white', []), ANSWER);
});

test('an answer to an older question is ignored', async () => {
  const { premoves, questions, answers } = server();
  premoves.after(FEN, 'white', []);
  premoves.after(FEN, 'white', ['g1f3']);
  questions[0]?.answer(ANSWER);
  await settled();
  assert.equal(answers(), 0);
  assert.equal(premoves.after(FEN, 'white', ['g1f3']), null);
  assert.equal(questions.length, 2);
});

test('without an answer nothing is known, and the question is not repeated', async () => {
  const { premoves, questions, answers } = server();
  premoves.after(FEN, 'white', []);
  questions[0]?.fail();
  await settled();
  assert.equal(premoves.after(FEN, 'white', []), null);
  assert.deepEqual([questions.length, answers()], [1, 0]);
});
