import './laws.js';
import './law_clock.js';
