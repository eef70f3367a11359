import { text } from '../lib/text.js';

document.title = text('game_title');
