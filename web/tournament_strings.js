// Adds the strings of tournaments, after those of page_strings.js.
import words from './strings.js';
import more from './strings/tournaments_en.js';

Object.assign(words, more);
