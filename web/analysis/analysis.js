import { text } from '../lib/text.js';

document.title = text('analysis_title');
