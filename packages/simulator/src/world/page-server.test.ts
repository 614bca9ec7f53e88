import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceivedMessage, CustomerAccount } from '../lines/line.ts';
import { createClock } from './clock.ts';
import { servePage } from './page-server.ts';
import { createPictures } from '../customers/pictures.ts';
import { readScenario } from './scenario.ts';
import { createWorld } from './world.ts';

const scenario = readScenario(
  JSON.stringify({
    arrivals_a_minute: 0,
    at_once: 1,
    channels: { whatsapp: 1 },
    languages: { en: 1 },
    patience_seconds: { from: 1, to: 1 },
    thinking_seconds: { from: 1, to: 1 },
    questions: { from: 0, to: 0 },
  }),
);
const clock = createClock();
const pictures = createPictures();
const said: string[] = [];
let hear: (came: ReceivedMessage) => void = () => {};
const openLine = (channel: CustomerAccount['channel']): CustomerAccount => ({
  channel,
  address: '+62811',
  sends: ['text', 'photo'],
  send: ({ kind, text }) => Promise.resolve(said.push(`${kind} ${text}`)),
  press: (message, title) => Promise.resolve(said.push(`pressed ${title} of ${message}`)),
  delivered: undefined,
  read: undefined,
  react: undefined,
  listen: (own) => (hear = own),
});
const world = createWorld({ scenario, clock, openLine, keep: pictures.keep });
const entered: string[] = [];
const guides = {
  all: [{ channel: 'sms' as const, name: 'SMS', values: [], asks: 'address' as const }],
  enter: (channel: string, body: Buffer) =>
    Promise.resolve({ n: entered.push(`${channel} ${body.toString()}`) }),
};
let page: Awaited<ReturnType<typeof servePage>>;
let id = '';

beforeAll(async () => {
  page = await servePage({ world, pictures, desk: 'http://127.0.0.1:1', guides }, await freePort());
  id = world.addPhone('whatsapp', 'Rina').id;
});
afterAll(async () => {
  clock.stop();
  await page.close();
});

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = http.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

type RequestOptions = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** Sends a request with any headers, because `fetch` sets the host by itself. */
function ask({
  path,
  method = 'POST',
  headers = {},
  body = '{}',
}: RequestOptions): Promise<{ status: number; text: string }> {
  const { port } = new URL(page.url);
  const all = { 'content-type': 'application/json', ...headers };
  return new Promise((answered, failed) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('end', () => answered({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', failed);
    request.end(method === 'GET' ? undefined : body);
  });
}

const words = JSON.stringify({ text: 'Hello' });

describe('the page of phones', () => {
  it('sends what is written, in the name of the customer, who is held from then on', async () => {
    expect((await ask({ path: `/phones/${id}/messages`, body: words })).status).toBe(200);
    await expect.poll(() => said).toEqual(['text Hello']);
    expect(world.phone(id)?.state.isHeld).toBe(true);
  });

  it('shows the choices below a message, and presses one of them', async () => {
    hear({ id: 'm1', text: 'Which day?', choices: ['Today', 'Tomorrow'] });
    const entry = world.phone(id)?.view().entries.at(-1);
    expect(entry?.choices).toEqual(['Today', 'Tomorrow']);
    const press = (title: string) =>
      ask({ path: `/phones/${id}/choices`, body: JSON.stringify({ entry: entry?.id, title }) });
    expect((await press('Never')).status).toBe(200);
    expect((await press('Tomorrow')).status).toBe(200);
    await expect.poll(() => said.at(-1)).toBe('pressed Tomorrow of m1');
    expect(said.join()).not.toContain('Never');
    expect((await ask({ path: `/phones/${id}/choices`, body: '{"entry":"x"}' })).status).toBe(400);
  });

  it('sends a picture and shows it, and nothing that is none', async () => {
    const headers = { 'content-type': 'image/png' };
    const bytes = Buffer.from('some bytes');
    expect((await ask({ path: `/phones/${id}/photos`, headers, body: bytes })).status).toBe(200);
    const name = world.phone(id)?.view().entries.at(-1)?.photo ?? '';
    expect((await ask({ path: `/pictures/${name}`, method: 'GET' })).text).toBe('some bytes');
    const page2 = pictures.keep({ mime: 'text/html', bytes: Buffer.from('<script>') });
    expect((await ask({ path: `/pictures/${page2}`, method: 'GET' })).status).toBe(404);
  });

  it.each([
    ['another name for this machine', { host: 'desk.example.com' }, 403],
    ['another port', { host: '127.0.0.1:1' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form of plain text', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s', async (_who, headers, status) => {
    const before = said.length;
    expect((await ask({ path: `/phones/${id}/messages`, headers, body: words })).status).toBe(status);
    expect(said).toHaveLength(before);
  });

  it.each([
    ['/phones/99/messages', words, 404],
    ['/phones/99/constructor', words, 404],
    ['/nothing', words, 404],
    ['PHONE/messages', '{', 400],
    ['PHONE/messages', '{"text":""}', 400],
    ['PHONE/messages', '{"kind":"place","text":""}', 400],
    ['PHONE/photos', words, 415],
    ['PHONE/line', '{"isOnline":"no"}', 400],
    ['/phones', '{"channel":"fax","name":"Rina"}', 400],
    ['/phones', '{"channel":"sms","name":" "}', 400],
    ['PHONE/messages', JSON.stringify({ text: 'x'.repeat(70_000) }), 413],
  ])('%s with %s', async (path, body, status) => {
    expect((await ask({ path: path.replace('PHONE', `/phones/${id}`), body })).status).toBe(status);
  });

  it('is nobody’s to frame, and gives out no file but its own', async () => {
    const response = await fetch(page.url);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const path of ['/../package.json', '/__proto__', '/page/..%2f..%2fpackage.json'])
      expect((await ask({ path, method: 'GET' })).status).toBe(404);
    expect((await ask({ path: '/', method: 'PUT' })).status).toBe(405);
  });
});

it('has what set-up guides ask for, and takes what is entered at a provider', async () => {
  expect((await ask({ path: '/providers', method: 'GET' })).status).toBe(200);
  const shown = await ask({ path: '/guides', method: 'GET' });
  expect(JSON.parse(shown.text)).toMatchObject([{ channel: 'sms', name: 'SMS' }]);
  const sent = JSON.stringify({ address: 'http://127.0.0.1:1/api/webhooks/twilio/k' });
  await ask({ path: '/providers/sms', body: sent });
  expect(entered).toEqual([`sms ${sent}`]);
});
