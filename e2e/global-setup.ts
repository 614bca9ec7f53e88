import fs from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '../scripts/lib/scratch.mjs';
import { DEMO_DATA, startServer } from './support/server.ts';

/**
 * Creates the demo workspace once. The servers of journeys start with a copy of its data folder, which is three times as fast.
 * Whoever names a place for it, and removes it, has one for several runs.
 */
export default async function makeDemoData(): Promise<(() => Promise<void>) | undefined> {
  const shared = process.env[DEMO_DATA];
  if (shared && (await isThere(shared))) return undefined;
  delete process.env[DEMO_DATA];
  const server = await startServer();
  await server.stop();
  const folder = shared ?? path.join(scratchFolder('trunkline-demo-'), 'data');
  await fs.rename(server.dataDir, folder);
  await server.discard();
  process.env[DEMO_DATA] = folder;
  return shared ? undefined : () => fs.rm(path.dirname(folder), { recursive: true, force: true });
}

const isThere = (folder: string): Promise<boolean> =>
  fs.access(folder).then(
    () => true,
    () => false,
  );
