import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The headless build needs half the processor time; it plays no sound and renders no calls. */
const SHELL = 'chromium-headless-shell';
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the machine's own browser, because Playwright's would have to be downloaded. For pages without audio and
 * video it prefers the lighter build.
 */
export function findChromium({ isForPages = false } = {}): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const installed = (isForPages ? [SHELL, ...NAMES] : NAMES).flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  );
  const found = process.env['CHROMIUM'] ?? [...installed, ...APPLICATIONS].find(isExecutable);
  if (found && isExecutable(found)) return found;
  throw new Error(
    found
      ? `CHROMIUM is "${found}", and no program is there: correct it, or leave it out.`
      : 'The journeys need a browser: install the Debian package "chromium", or name yours in CHROMIUM.',
  );
}

export const CHROMIUM_FLAGS = [
  '--no-sandbox', // root in a container has no sandbox to offer, and the pages are our own
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
