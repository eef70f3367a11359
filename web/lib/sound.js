// Synthesized sounds: a wooden knock for moves, a marimba for everything else.
// No files are loaded.
import { preferences } from './settings.js';

/** @typedef {'move' | 'capture' | 'check' | 'end' | 'low' | 'offer'} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @type {Record<Sound, (at: number) => void>} */
const SOUNDS = {
  move: (at) => knock(at, 190, 0.5),
  capture(at) {
    knock(at, 300, 0.45);
    knock(at + 0.045, 170, 0.6);
  },
  check(at) {
    knock(at, 190, 0.5);
    bar(at + 0.05, 784, 0.16);
  },
  end: (at) => [392, 523.25, 659.25].forEach((pitch, index) => bar(at + index * 0.11, pitch, 0.22)),
  low(at) {
    knock(at, 620, 0.4);
    knock(at + 0.16, 620, 0.4);
  },
  offer: (at) => [523.25, 659.25].forEach((pitch, index) => bar(at + index * 0.12, pitch, 0.16)),
};

/**
 * Plays a sound, unless sounds are off.
 * @param {Sound} sound
 */
export function play(sound) {
  if (!preferences().sound) return;
  const audio = awake();
  if (audio?.state === 'running') SOUNDS[sound](audio.currentTime + 0.005);
}

/** Returns the audio context; browsers allow sound only after the visitor has pressed something. */
function awake() {
  if (!globalThis.AudioContext) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended' && navigator.userActivation?.hasBeenActive !== false) {
    void context.resume();
  }
  return context;
}

/**
 * Plays a piece being set down: a short hiss of felt and a dull tone of wood.
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 */
function knock(at, pitch, loudness) {
  const audio = /** @type {AudioContext} */ (context);
  const source = audio.createBufferSource();
  source.buffer = noise ??= hiss(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 5;
  filter.Q.value = 1.4;
  source.connect(filter).connect(fade(at, loudness * 0.9, 0.05));
  source.start(at);
  tone(at, pitch, 'sine', pitch * 0.8, loudness, 0.09);
}

/**
 * Plays a marimba bar: a tone, and a short one two octaves above.
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 */
function bar(at, pitch, loudness) {
  tone(at, pitch, 'sine', pitch, loudness, 0.55);
  tone(at, pitch * 4, 'sine', pitch * 4, loudness * 0.25, 0.08);
}

/**
 * @param {number} at
 * @param {number} from
 * @param {OscillatorType} type
 * @param {number} to
 * @param {number} loudness
 * @param {number} seconds
 */
function tone(at, from, type, to, loudness, seconds) {
  const audio = /** @type {AudioContext} */ (context);
  const oscillator = audio.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
  oscillator.connect(fade(at, loudness, seconds));
  oscillator.start(at);
  oscillator.stop(at + seconds + 0.02);
}

/**
 * @param {number} at
 * @param {number} loudness
 * @param {number} seconds
 */
function fade(at, loudness, seconds) {
  const audio = /** @type {AudioContext} */ (context);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio */
function hiss(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.06, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
