import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { npm } from './install.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

/** Newer versions of Node.js that are supported, besides the one that runs this. */
const NODES = [22, 24];

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform;

/**
 * Builds everything anew and runs the unit and module tests of the core with each of those versions, which npm brings; each runs a part
 * of the tests with `isShared`. One that npm cannot bring is left out, and that is said.
 * @param {{ isShared?: boolean }} [options]
 * @returns {Promise<{ failed: string[], skipped: string[] }>}
 */
export async function testNodes({ isShared = false } = {}) {
  const failed = [];
  const skipped = [];
  const others = NODES.filter((each) => each !== Number(process.versions.node.split('.')[0]));
  for (const [n, major] of others.entries()) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-node-'));
    try {
      const node = await fetchNode(major, folder).catch((error) => {
        skipped.push(
          `Node.js ${major} (${
            String(error.output ?? error.message)
              .trim()
              .split('\n')[0]
          })`,
        );
      });
      if (node)
        await step(`Build and unit tests with Node.js ${major}`, () =>
          testWith(node, isShared ? ['--shard', `${n + 1}/${others.length}`] : []),
        );
    } catch {
      failed.push(`Node.js ${major}`);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
  return { failed, skipped };
}

/** @param {{ failed: string[], skipped: string[] }} outcome */
export function reportNodes({ failed, skipped }) {
  for (const each of skipped) console.error(`!!! NOT TESTED with ${each}`);
  for (const each of failed) console.error(`Failed with ${each}: what it said stands above.`);
  if (failed.length > 0) process.exitCode = 1;
}

async function fetchNode(major, folder) {
  const name = `node-${SYSTEM}-${process.arch}`;
  await step(`Fetch Node.js ${major}`, () =>
    npm('install', '--no-save', '--prefix', folder, `${name}@${major}`),
  );
  const node = path.join(folder, 'node_modules', name, 'bin', SYSTEM === 'win' ? 'node.exe' : 'node');
  const version = (await run(node, ['--version'])).trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`npm brought ${version}`);
  return node;
}

/** Everything that starts "node" gets this version. */
async function testWith(node, part) {
  const env = { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  await run(node, [inRoot('scripts/build.mjs'), '--force'], { env, isLive: true });
  await run(node, [inRoot('scripts/test.mjs'), '--only', 'unit', ...part], { env, isLive: true });
}
