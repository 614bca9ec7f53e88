import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { pictureIn } from './picture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

function png(width: number, height: number, length = 60): Buffer {
  const bytes = Buffer.alloc(length);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X'): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write(`RIFF....WEBP${kind}`, 0, 'latin1');
  const write = {
    'VP8 ': () => bytes.writeUInt32LE(300 | (80 << 16), 26),
    VP8L: () => bytes.writeUInt32LE(299 | (79 << 14), 21),
    VP8X: () => bytes.writeUIntLE(299 + 79 * 2 ** 24, 24, 6),
  };
  write[kind]();
  return bytes;
}

it.each(['VP8 ', 'VP8L', 'VP8X'] as const)('reads the size of a WebP of the kind "%s"', (kind) => {
  expect(pictureIn(webp(kind))).toEqual({ type: 'image/webp', width: 300, height: 80 });
});

async function put(bytes: Buffer, role: 'admin' | 'dewi' = 'admin', type = 'image/png') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'logo.png');
  const wire = new Response(form);
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/branding/logo',
    headers: {
      authorization: `Bearer ${await t.signIn(role)}`,
      'content-type': wire.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await wire.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const shown = async () =>
  ((await t.call('GET', '/api/branding')).body as { data: { logo: string | null } }).data.logo;

it.each([
  [
    'an SVG, whatever it calls itself',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    415,
    'logo_kind',
  ],
  ['a page', Buffer.from(`<!doctype html>${' '.repeat(60)}`), 415, 'logo_kind'],
  ['a picture cut short', png(10, 10).subarray(0, 20), 415, 'logo_kind'],
  ['no width', png(0, 10), 415, 'logo_kind'],
  ['too many pixels', png(2049, 10), 413, 'logo_side'],
  ['too many bytes', png(10, 10, 256 * 1024 + 1), 413, 'logo_bytes'],
])('refuses %s', async (_what, bytes, status, reason) => {
  expect(await put(bytes)).toMatchObject({ status, body: { details: { reason } } });
  expect(await shown()).toBeNull();
});

it('is everybody’s to see, an administrator’s to change, and gone when it is removed', async () => {
  expect((await put(png(300, 80), 'dewi')).status).toBe(403);
  const { status, body } = await put(png(300, 80), 'admin', 'text/html');
  expect(status).toBe(200);
  const { logo } = body['data'] as { logo: string };
  expect(await shown()).toBe(logo);
  expect((await t.as('dewi', 'GET', '/api/configs/app')).body).toMatchObject({ data: { logo } });
  const key = await t.widget();
  expect((await t.call('GET', `/api/livechat/${key}`)).body).toMatchObject({ data: { logo } });

  const picture = await t.app.http.app.inject({ method: 'GET', url: logo });
  expect(picture.rawPayload).toEqual(png(300, 80));
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });

  const { body: next } = await put(webp('VP8X'));
  expect((next['data'] as { logo: string }).logo).not.toBe(logo);
  expect((await t.call('GET', logo)).status).toBe(404);

  expect((await t.as('admin', 'DELETE', '/api/branding/logo')).body).toMatchObject({ data: { logo: null } });
  const audit = await t.platform.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', 'logo')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['logo.changed', 'logo.changed', 'logo.removed']);
});
