// Finds the Chromium of this machine.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

// The headless shell comes first, because it is much faster.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Starts the browser; `CHROMIUM` names another one. */
export async function launch() {
  const isRoot = process.getuid?.() === 0;
  // Its sandbox does not work for root; what it loads is our own.
  const args = isRoot ? ['--no-sandbox'] : [];
  const start = () => chromium.launch({ executablePath: find(), args: [...args, '--disable-dev-shm-usage'] });
  // Chromium 148 sometimes crashes before it has loaded anything.
  return start().catch(start);
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const named = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
  const usual = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = [...named, ...usual, ...ELSEWHERE].find(isProgram);
  if (!path) {
    throw new Error('there is no Chromium: install it with `sudo apt-get install chromium-headless-shell`, '
      + 'or say where it is with CHROMIUM=/path/to/it');
  }
  return path;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
