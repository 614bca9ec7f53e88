import { pathToFileURL } from 'node:url';
import { inRoot, root } from './root.mjs';
import { say } from './steps.mjs';

/** Runs the built server in this process, so that signals need not be forwarded. */
export async function serve() {
  process.setSourceMapsEnabled(true);
  const { main } = await import(pathToFileURL(inRoot('packages/server/dist/main.js')).href);
  await main({ root, say });
}
