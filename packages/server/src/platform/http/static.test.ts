import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSources } from '../network/call-sources.ts';
import { createHttp, type Http } from '../http.ts';
import { serveApps } from './static.ts';

let http: Http;
let folder: string;
let port: number;

const FILES = {
  'outside.txt': 'outside of everything',
  'web/index.html': '<p>the app</p>',
  'web/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'web/assets/app-1234.js': 'the script',
  'widget/loader.js': 'the loader',
  'widget/frame.html': '<p>the frame</p>',
  'engine/call-machine.js': 'the engine',
};

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-static-'));
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  http = await createHttp({
    log: pino({ level: 'silent' }),
    isSecure: false,
    isIssued: () => false,
    access: () => {
      throw new Error('nobody signs in here');
    },
  });
  const at = (name: string) => path.join(folder, name);
  await serveApps(http, {
    web: at('web'),
    widget: at('widget'),
    callEngine: at('engine'),
    sources: callSources({ current: 'embedded', daily: undefined, cloudflareRoomUrl: undefined }, undefined),
    callFrameSites: [],
  });
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  port = (http.app.server.address() as net.AddressInfo).port;
});
afterAll(async () => {
  await http.app.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Sends the address exactly as it is, which HTTP clients would normalise. */
function ask(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write(`GET ${address} HTTP/1.1\r\nHost: desk.example\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const header = (answer: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(answer)?.[1];

describe('files that everybody may have', () => {
  it.each([
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/..%5cindex.html',
    '/assets/x/../../../outside.txt',
    '/widget/../../outside.txt',
    '/widget/%2e%2e/%2e%2e/outside.txt',
    '/widget/..%2f..%2foutside.txt',
    '/widget//..//..//outside.txt',
    '/call-engine/./../widget/frame.html',
    '//outside.txt',
    '/..%2foutside.txt',
    '/assets/',
    '/widget/',
  ])('come from their own folder only, whatever way %s is written', async (address) => {
    const answer = await ask(address);
    expect(answer).not.toContain(FILES['outside.txt']);
    expect(answer).not.toContain(FILES['widget/frame.html']);
    // Folders are not listed either.
    expect(answer).not.toMatch(/app-1234|loader\.js/);
  });

  it.each(['/.env', '/robots.txt', '/wp-login.php', '/x/backup.tar.gz'])(
    'do not pretend to be %s',
    async (address) => expect(await ask(address)).toContain('HTTP/1.1 404'),
  );

  it('say what they may load wherever a browser would show them as a page', async () => {
    for (const address of ['/', '/tickets/7']) {
      const answer = await ask(address);
      expect(answer).toContain('the app');
      expect(header(answer, 'content-security-policy')).toContain("default-src 'self'");
    }
    for (const address of ['/icon.svg', '/widget/frame.html']) {
      const answer = await ask(address);
      expect(answer).toContain('HTTP/1.1 200');
      expect(header(answer, 'content-security-policy'), address).toMatch(/^default-src 'none'.*sandbox/);
    }
    // A worker would use the policy of its script as its own.
    expect(header(await ask('/assets/app-1234.js'), 'content-security-policy')).toBeUndefined();
  });
});
