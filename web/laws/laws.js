import { text } from '../lib/text.js';

document.title = text('laws_title');
