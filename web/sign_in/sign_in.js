import { text } from '../lib/text.js';

document.title = text('sign_in_title');
