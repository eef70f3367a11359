// The words of the page. To a reader of another language the server gives
// that language's file in place of this one.
export { default } from './strings/en.js';
