import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Message } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 20_000 };
const MB = 1024 * 1024;
/** Two gigabytes of zeros in two megabytes: concatenated gzip files unpack to one. */
const PACKED = Buffer.concat(Array.from({ length: 200 }, () => gzipSync(Buffer.alloc(10 * MB))));
const HTML = '<!doctype html><script>fetch("/api/users")</script>';
const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const POLYGLOT = `GIF89a/*${'\u0000'.repeat(40)}*/=1;alert(document.domain)//`;

/** The header of a PNG of that size; nothing else of the file is needed. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.from('0100000000', 'hex'), Buffer.alloc(64)]);
}

/** A file server with malicious files. */
const FILES: Record<string, (response: http.ServerResponse) => void> = {
  packed: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PACKED),
  announced: (response) => void response.writeHead(200, { 'content-length': String(200 * MB) }).write('x'),
  endless: (response) => {
    const zeros = Buffer.alloc(MB);
    Readable.from(
      (function* () {
        for (;;) yield zeros;
      })(),
    ).pipe(response);
  },
  html: (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(HTML),
  svg: (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(SVG),
  polyglot: (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(POLYGLOT),
  huge: (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png(50_000, 50_000)),
  photo: (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png(4000, 3000)),
  moved: (response) => response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
};
const ELSEWHERE: Record<string, string> = {
  metadata: 'https://169.254.169.254/latest/meta-data/',
  here: 'https://localhost/secret',
  unsafe: 'http://files.example/photo.jpg',
  local: 'file:///etc/passwd',
};

describe('files of customers that are not what they seem', () => {
  let d: MessagingDesk;
  let sent = 0;
  const server = http.createServer((request, response) => {
    const name = request.url?.split(/[/?]/).at(-1) ?? '';
    const file = FILES[name];
    if (request.url?.startsWith('/files/') && file) return file(response);
    const url = ELSEWHERE[name] ?? `http://${request.headers.host}/files/${name}`;
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url }));
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    d = await messagingDesk({ graph: `http://127.0.0.1:${port}/v23.0` });
  });
  afterAll(async () => {
    await d.close();
    server.closeAllConnections();
    server.close();
  });

  /** Has a customer send that file; returns the message once the file was fetched or given up. */
  async function withFile(id: string): Promise<Message> {
    sent += 1;
    const phone = d.meta.phone(`62813000${sent}`, `Customer ${sent}`);
    await phone.write({ type: 'image', image: { id, mime_type: 'image/jpeg', caption: 'Look at this' } });
    const ticket = await d.ticketOf(phone.name);
    const message = async () => (await d.emails(ticket.id))[0];
    await expect.poll(async () => (await message())?.extra?.media?.state ?? 'done', SOON).not.toBe('coming');
    const found = await message();
    // The text of the message is there whatever becomes of the file.
    expect(found).toMatchObject({ kind: 'inbound', body: 'Look at this' });
    return found as Message;
  }
  const reasonOf = ({ extra }: Message) => extra?.media?.reason;

  async function download({ attachments: [file] }: Message) {
    const headers = { authorization: `Bearer ${await d.t.signIn('admin')}` };
    const answer = await fetch(new URL(file?.url ?? '', d.t.url()), { headers });
    return { headers: answer.headers, bytes: await buffer(answer.body ?? Readable.from([])) };
  }

  it('what unpacks to gigabytes is kept as it came', async () => {
    const before = process.memoryUsage().rss;
    const message = await withFile('packed');
    expect(message.attachments).toMatchObject([{ mime: 'application/gzip', size: PACKED.length }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
  });

  it.each(['announced', 'endless'])(
    'what is larger than it may be says so (%s), and leaves nothing',
    { tags: 'full' },
    async (id) => {
      const before = process.memoryUsage().rss;
      const message = await withFile(id);
      expect(message.attachments).toEqual([]);
      expect(reasonOf(message)).toMatch(/^file_too_large: /);
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
      const { rows } = await d.t.platform.db.pool.query<{ file_id: string }>(
        "select file_id from messaging_media where state = 'failed' order by created_at",
      );
      for (const { file_id: file } of rows) expect(d.t.platform.files.has(file)).toBe(false);
      const kept = await fs.readdir(d.t.filesFolder, { recursive: true });
      expect(kept.filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );

  it.each([
    ['html', HTML],
    ['svg', SVG],
  ])('%s that calls itself a photo is a file to be downloaded', async (id, words) => {
    const message = await withFile(id);
    expect(message.attachments[0]?.mime).not.toMatch(/^image\/(?!svg)/);
    const { headers, bytes } = await download(message);
    expect(bytes.toString()).toBe(words);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a photo that is a script as well is never anything but a photo', async () => {
    const message = await withFile('polyglot');
    expect(message.attachments).toMatchObject([{ mime: 'image/gif' }]);
    const { headers } = await download(message);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('a picture of gigabytes in a small file is not shown in place', async () => {
    const huge = await withFile('huge');
    expect(huge.attachments).toMatchObject([{ mime: 'application/octet-stream' }]);
    expect((await download(huge)).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await withFile('photo')).attachments).toMatchObject([{ mime: 'image/png' }]);
  });

  it.each(Object.keys(ELSEWHERE))(
    'an address that may not be opened is not (%s), and it is said',
    async (id) => {
      expect(reasonOf(await withFile(id))).toMatch(/^file_elsewhere: /);
    },
  );

  it('who is sent on by a file server does not follow', async () => {
    expect(reasonOf(await withFile('moved'))).toBe('file_gone: HTTP 302');
  });

  it('nor into a private network where being sent on is usual', async () => {
    await d.addSms();
    d.twilio.faults.plan(/Media/, { status: 302, headers: { location: 'https://127.0.0.1/secret' } });
    const phone = d.twilio.phone('+628130009999');
    await phone.sendPicture('image/jpeg', Buffer.from('x'), 'And this');
    const ticket = await d.ticketOf(phone.number);
    const media = async () => (await d.emails(ticket.id))[0]?.extra?.media;
    await expect
      .poll(media, SOON)
      .toMatchObject({ state: 'failed', reason: 'file_elsewhere: an address inside a private network' });
  });
});
