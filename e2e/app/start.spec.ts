import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { startServer, type TestServer } from '../support/server.ts';

const RUNNER = fileURLToPath(new URL('../../scripts/serve.mjs', import.meta.url));

test.describe('a server of one’s own', () => {
  let server: TestServer;

  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server?.discard()); // undefined when it did not start

  test('a second start on the same data says where the first one runs', () => {
    const env = { ...process.env, DATA_DIR: server.dataDir, PORT: '' };
    const second = spawnSync(process.execPath, [RUNNER], { env, encoding: 'utf8' });
    const { port } = new URL(server.url);
    const sentence = new RegExp(
      `^Trunkline is already running here \\(pid ${server.pid}, http://.*:${port}\\)\\.$`,
    );
    expect(second.stderr.trim()).toMatch(sentence);
    expect(second.status).toBe(1);
  });

  test('it comes back after kill -9', async () => {
    await server.kill9();
    await server.restart();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('it ends in order when it is asked to', async () => {
    await server.stop();
    const said = await fs.readFile(server.logFile, 'utf8');
    expect(said.trimEnd()).toMatch(/Stopped$/);
    expect(said).not.toMatch(/Error/);
    await server.restart();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
