import { text } from '../lib/text.js';

document.title = text('player_title');
