import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log';
import { createMediaProcess } from './media-process.ts';

/** Records its environment and its start, and then does what the test says. */
const PROGRAM = `
import fs from 'node:fs';
fs.writeFileSync(process.env.MEDIA_STARTS + '.env', JSON.stringify(process.env));
fs.appendFileSync(process.env.MEDIA_STARTS, process.pid + '\\n');
if (process.env.MEDIA_DIES) process.exit(1);
process.on('SIGTERM', () => process.env.MEDIA_STUBBORN || process.exit(0));
process.send({ ready: true, port: 4711 });
setInterval(() => undefined, 1000);
`;

describe('the process of the media server', () => {
  let dir: string;
  let started: ReturnType<typeof createMediaProcess>[];

  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-media-process-'));
    fs.writeFileSync(path.join(dir, 'program.mjs'), PROGRAM);
    started = [];
  });
  afterEach(async () => {
    for (const each of started) await each.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  });

  function create(env: Record<string, string> = {}, onDeath = () => undefined as void) {
    const media = createMediaProcess({
      log: Object.assign(createLog('silent'), { error: onDeath }),
      secret: 'a secret of the tests that is long enough',
      recordings: path.join(dir, 'recordings'),
      env: { ...process.env, MEDIA_STARTS: path.join(dir, 'starts'), ...env },
      program: path.join(dir, 'program.mjs'),
    });
    started.push(media);
    return media;
  }
  const starts = () =>
    fs.existsSync(path.join(dir, 'starts'))
      ? fs.readFileSync(path.join(dir, 'starts'), 'utf8').trim().split('\n').map(Number)
      : [];
  const runs = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('is started again when it dies', async () => {
    const media = create({ MEDIA_DIES: 'yes' });
    media.start('http://127.0.0.1:1');
    await vi.waitFor(() => expect(starts().length).toBeGreaterThan(1), { timeout: 10_000 });
  });

  it('gets of the environment only what it needs', async () => {
    const media = create({ TRUNKLINE_KEY: 'kept to ourselves', DATABASE_URL: 'postgres://kept' });
    media.start('http://127.0.0.1:1');
    await media.port();
    const env = JSON.parse(fs.readFileSync(path.join(dir, 'starts.env'), 'utf8')) as object;
    expect(env).toMatchObject({ MEDIA_WEBHOOK: 'http://127.0.0.1:1', PATH: process.env['PATH'] });
    expect(Object.keys(env)).not.toContain('TRUNKLINE_KEY');
    expect(Object.keys(env)).not.toContain('DATABASE_URL');
  });

  it('is not started again while the server ends, although it died a moment before', async () => {
    let onDeath = (): void => undefined;
    const died = new Promise<void>((resolve) => (onDeath = resolve));
    const media = create({}, () => onDeath());
    media.start('http://127.0.0.1:1');
    await media.port();
    process.kill(media.pid() ?? 0, 'SIGKILL');
    await died;
    await media.stop();
    // A new process would be forked within the next turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(media.pid()).toBeUndefined();
    expect(starts()).toHaveLength(1);
  });

  it('is not started at all once the server ends', async () => {
    const media = create();
    await media.stop();
    media.start('http://127.0.0.1:1');
    expect(media.pid()).toBeUndefined();
  });

  it('is ended by force when it does not end by itself', { tags: 'full', timeout: 20_000 }, async () => {
    const media = create({ MEDIA_STUBBORN: 'yes' });
    media.start('http://127.0.0.1:1');
    await media.port();
    const pid = media.pid() ?? 0;
    expect(runs(pid)).toBe(true);
    await media.stop();
    expect(runs(pid)).toBe(false);
  });
});
