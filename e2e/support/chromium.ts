import { accessSync, constants } from 'node:fs';
import path from 'node:path';

// The headless shell draws no window: the same journeys take half the processor.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser that the machine has: Playwright's own would have to be downloaded from elsewhere. */
export function findChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
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
