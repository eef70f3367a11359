import './laws.js';
import './law_touch.js';
