// Adds the strings of the pages other than home and game. A page that needs them
// imports this module before any other. As with strings.js, a reader of another
// language gets that language's file.
import words from './strings.js';
import more from './strings/pages_en.js';

Object.assign(words, more);
