import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'playwright/test';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { copyRepository } from '../support/copy.ts';

test.describe('npm run dev', () => {
  test.skip(process.platform === 'win32', 'Ctrl-C cannot be played there');
  let copy: string;
  let dev: ChildProcess;
  let server: string;
  let said = '';

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    copy = await copyRepository();
    const port = String(await freePort());
    server = `http://127.0.0.1:${port}`;
    const env = { ...process.env, PORT: port, DATA_DIR: path.join(copy, 'data'), TRUNKLINE_SETUP: 'empty' };
    dev = spawn('npm', ['run', 'dev'], { cwd: copy, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [dev.stdout, dev.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said += stripVTControlCharacters(text)));
    await hear(/Ready: /);
  });
  test.afterAll(async () => {
    if (dev?.exitCode === null && dev.signalCode === null) await end();
    await fs.rm(copy, { recursive: true, force: true });
  });

  /** Waits until the output matches. */
  async function hear(pattern: RegExp): Promise<string> {
    await expect(() => expect(said).toMatch(pattern)).toPass({ timeout: 120_000 });
    return pattern.exec(said)?.[1] ?? '';
  }

  /** Sends Ctrl-C to npm and its child processes, as a terminal does. */
  async function end(): Promise<void> {
    const ended = once(dev, 'exit');
    process.kill(-(dev.pid ?? 0), 'SIGINT');
    await ended;
  }

  async function change(file: string, from: string, to: string): Promise<void> {
    const place = path.join(copy, file);
    const text = await fs.readFile(place, 'utf8');
    expect(text).toContain(from);
    await fs.writeFile(place, text.replace(from, to));
  }

  test('a change of the web app appears on the open page, which keeps what was typed @full', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const web = await hear(/Local:\s+(http:\S+)/);
    await page.goto(`${web}login`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    await page.getByLabel('User name').fill('somebody');
    await change(
      'packages/web/src/features/auth/login-page.tsx',
      "title={t('login.title')}",
      'title="Changed"',
    );
    // On a busy machine the first save may come before the files are watched, so it is repeated.
    const now = () => new Date();
    await expect(async () => {
      await fs.utimes(path.join(copy, 'packages/web/src/features/auth/login-page.tsx'), now(), now());
      await expect(page.getByRole('heading', { name: 'Changed' })).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 90_000 });
    await expect(page.getByLabel('User name')).toHaveValue('somebody');
  });

  test('a change of the server is compiled and served @full', async () => {
    test.setTimeout(330_000);
    const file = 'packages/server/src/platform/http/api-document.ts';
    await change(file, "title: 'Trunkline'", "title: 'Changed'");
    const titleOf = async () => {
      const answer = await fetch(`${server}/api/openapi.json`).catch(() => undefined);
      return answer?.ok && ((await answer.json()) as { info: { title: string } }).info.title;
    };
    // The compiler watches files only after it has compiled everything, so the save is repeated.
    await expect(async () => {
      await fs.utimes(path.join(copy, file), new Date(), new Date());
      await expect.poll(titleOf, { timeout: 30_000 }).toBe('Changed');
    }).toPass({ timeout: 300_000 });
  });

  test('Ctrl-C ends it and leaves no process behind @full', async () => {
    await end();
    // npm may end a moment before its child processes.
    await expect.poll(() => processesIn(copy), { timeout: 20_000 }).toEqual([]);
    await expect(fetch(server)).rejects.toThrow();
  });
});

/** Returns the command lines of running processes of this folder; none where the system does not tell. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = await fs.readdir('/proc').catch(() => []);
  const found = pids.map(async (pid) => {
    const read = (name: string) => fs.readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const commandLine = await read('cmdline');
    return `${commandLine}${await read('environ')}`.includes(folder) ? commandLine : '';
  });
  return (await Promise.all(found)).filter(Boolean);
}
