import { text } from '../lib/text.js';

document.title = text('editor_title');
