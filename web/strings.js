// The strings of the page. To a reader of another language the server sends
// that language's file instead of this one.
export { default } from './strings/en.js';
