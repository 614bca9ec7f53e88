import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAsterisk, type Asterisk } from './gateway.ts';
import { AsteriskMissing, asteriskFolder, provideAsterisk } from './provide-asterisk.ts';
import { hasSipp, startCaller, startPhone } from './sipp.ts';
import { toneOf } from './tone.ts';

const provided = await provideAsterisk().catch((error: unknown) => {
  if (!(error instanceof AsteriskMissing)) throw error;
  process.stderr.write(`${error.message}\nTests with a real telephone gateway are SKIPPED.\n`);
  return '';
});
const BOOTS_MS = 30_000;

describe('a gateway out of packages', () => {
  it('is kept where the environment says, or in the user’s cache', () => {
    expect(asteriskFolder({ TRUNKLINE_ASTERISK: '/srv/asterisk' })).toBe('/srv/asterisk');
    expect(asteriskFolder({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/trunkline/asterisk');
  });

  it('says what is missing', { timeout: BOOTS_MS }, async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-nothing-'));
    const tools = path.join(folder, 'bin');
    fs.mkdirSync(tools);
    for (const name of ['bash', 'mkdir', 'dirname'])
      fs.symlinkSync(`/usr/bin/${name}`, path.join(tools, name));
    const start = (file: string, args: string[]) =>
      spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: tools } });
    const providing = provideAsterisk({ env: { TRUNKLINE_ASTERISK: path.join(folder, 'asterisk') }, start });
    await expect(providing).rejects.toThrow(
      new AsteriskMissing('Asterisk cannot be had on this machine:\nmissing tool: apt-get'),
    );
    fs.rmSync(folder, { recursive: true });
  });

  it('is talked to in mu-law', () => {
    // G.711: begins with silence, repeats after a whole number of waves, and has values of both signs.
    const tone = toneOf(500);
    expect(tone).toHaveLength(16_000);
    expect(tone[0]).toBe(0xff);
    expect(tone.subarray(0, 16)).toEqual(tone.subarray(16, 32));
    expect(new Set([...tone].map((byte) => byte & 0x80))).toEqual(new Set([0, 0x80]));
  });
});

describe.skipIf(provided === '' || !hasSipp)('a gateway', { tags: 'full', timeout: BOOTS_MS }, () => {
  let one: Asterisk;
  let other: Asterisk;
  beforeAll(async () => {
    [one, other] = await Promise.all([
      startAsterisk({ asterisk: provided }),
      startAsterisk({ asterisk: provided }),
    ]);
  }, BOOTS_MS);
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
  });

  it('stands beside another, with secrets of its own, and complains of nothing', () => {
    expect(new Set([...Object.values(one.ports), ...Object.values(other.ports)]).size).toBe(8);
    expect(one.secrets).not.toEqual(other.secrets);
    const log = fs.readFileSync(path.join(one.folder, 'log/messages'), 'utf8');
    expect(log.split('\n').filter((line) => /\b(ERROR|WARNING)\[/.test(line))).toEqual([]);
    expect(fs.statSync(path.join(one.folder, 'etc/manager.conf')).mode & 0o077).toBe(0);
  });

  it('listens on this machine only', async () => {
    expect(await one.cli('manager show settings')).toMatch(new RegExp(`127\\.0\\.0\\.1:${one.ports.ami}`));
    expect(await one.cli('http show status')).toContain(`127.0.0.1:${one.ports.http}`);
    expect(await one.cli('pjsip show transports')).toContain(`127.0.0.1:${one.ports.sip}`);
  });

  it('lets phones in that know their secret, and nobody else', async () => {
    const phone = await startPhone({ sip: one.sip, extension: '2001' });
    expect(await one.cli('pjsip show contacts')).toContain(`2001/sip:2001@127.0.0.1:${phone.port}`);
    const stranger = startPhone({ sip: { ...one.sip, secret: 'wrong' }, extension: '2002' });
    await expect(stranger).rejects.toThrow('The phone 2002 could not be registered');
    await phone.stop();
    expect(await one.cli('pjsip show contacts')).not.toContain('2001/sip:');
  });

  it('takes calls, and can be killed and booted again', async () => {
    const caller = await startCaller({ sip: one.sip, number: '081234567890', dialled: 'echo' });
    await expect
      .poll(() => one.cli('core show channels count'), { timeout: 10_000 })
      .toContain('1 active call');
    await caller.hangUp();
    expect(await caller.ended).toBe(true);
    await one.kill();
    await expect(one.cli('core show version')).rejects.toThrow('Unable to connect');
    await one.boot();
    expect(await one.cli('core show channels count')).toContain('0 active calls');
  });

  it('leaves nothing behind', async () => {
    const third = await startAsterisk({ asterisk: provided });
    await third.stop();
    expect(fs.existsSync(third.folder)).toBe(false);
    await expect(third.cli('core show version')).rejects.toThrow('Unable to');
  });
});
