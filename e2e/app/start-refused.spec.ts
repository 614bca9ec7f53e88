import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { startServer } from '../support/server.ts';

const RUNNER = fileURLToPath(new URL('../../scripts/serve.mjs', import.meta.url));

/** Starts a server with this environment and returns its error; it must refuse to start with one sentence. */
async function refusal(env: Record<string, string>): Promise<string> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-'));
  const { status, stderr } = spawnSync(process.execPath, [RUNNER], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
    timeout: 50_000,
  });
  await fs.rm(dataDir, { recursive: true, force: true });
  expect(status).toBe(1);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test.describe('a start that cannot succeed says why in one sentence', () => {
  test('the port that was asked for is taken @full', async () => {
    const busy = net.createServer();
    await new Promise<void>((resolve) => void busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as net.AddressInfo;
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} is taken: stop what uses it, or choose another with PORT.`,
    );
    await new Promise((resolve) => busy.close(resolve));
  });

  test('the data folder cannot be written @full', async () => {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-')), 'a-file');
    await fs.writeFile(file, '');
    expect(await refusal({ DATA_DIR: path.join(file, 'data') })).toMatch(
      /^The data folder .* cannot be written \(ENOTDIR\): .* DATA_DIR\.$/,
    );
  });

  test('the database cannot be reached @full', async () => {
    const sentence = await refusal({ DATABASE_URL: 'postgres://desk:secret@127.0.0.1:9/desk' });
    expect(sentence).toBe(
      'The database at 127.0.0.1:9 cannot be used (nothing answers there): check DATABASE_URL and that the server runs.',
    );
    expect(await refusal({ DATABASE_URL: 'mysql://x' })).toMatch(/^DATABASE_URL is not an address/);
  });

  test('a setting makes no sense @full', async () => {
    expect(await refusal({ PORT: 'http' })).toMatch(/^PORT is "http"/);
    expect(await refusal({ TRUNKLINE_SETUP: 'full' })).toMatch(/^TRUNKLINE_SETUP is "full"/);
    expect(await refusal({ PUBLIC_URL: 'desk' })).toMatch(/^PUBLIC_URL is "desk"/);
    expect(await refusal({ CALL_PLATFORM: 'daily' })).toMatch(/^CALL_PLATFORM is daily, but there is no/);
  });

  test('the key is not that of the database @full', async () => {
    const server = await startServer({ setup: 'empty' });
    await server.stop();
    const env = { DATA_DIR: server.dataDir, TRUNKLINE_KEY: 'another one' };
    expect(await refusal(env)).toMatch(/^The secrets in this database were sealed with another key: .*\.$/);
    await server.restart();
    await server.discard();
  });

  test('Node is too old @full', () => {
    // Pretends an old Node by changing the version before the first module reads it.
    const preload =
      'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"});Object.defineProperty(process,"version",{value:"v18.20.0"})';
    const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, start], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(/^.*20\.19.*18\.20\.0.*$/);
  });
});
