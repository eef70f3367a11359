// Adds the strings of settings, signing in and administration, after those of page_strings.js.
import words from './strings.js';
import more from './strings/account_en.js';

Object.assign(words, more);
