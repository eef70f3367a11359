import { text } from '../lib/text.js';

document.title = text('home_title');
