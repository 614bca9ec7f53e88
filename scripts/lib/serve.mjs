import { pathToFileURL } from 'node:url';
import { inRoot, root } from './root.mjs';
import { say } from './steps.mjs';

/**
 * Runs the built server in this process, so that signals need not be forwarded.
 * @param {{ program?: string }} options the bundle, or the server as it was compiled
 */
export async function serve({ program = 'packages/server/dist/bundle/main.js' } = {}) {
  const { main } = await import(pathToFileURL(inRoot(program)).href);
  await main({ root, say });
}
