import { text } from '../lib/text.js';

document.title = text('settings_title');
