import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMeta } from '../meta/server.ts';
import { startSmsc } from '../smpp/server.ts';
import { startTwilio } from '../twilio/server.ts';
import type { Providers } from './accounts.ts';
import { guideLines, guidesOf } from './guides.ts';

let providers: Providers;
/** A desk that proves its address to whoever names this token. */
const desk = http.createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://desk');
  const isKnown = searchParams.get('hub.verify_token') === 'proof';
  response.writeHead(isKnown ? 200 : 403).end(searchParams.get('hub.challenge'));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => desk.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  const [meta, twilio, smsc] = await Promise.all([startMeta(), startTwilio(), startSmsc()]);
  providers = { meta, twilio, smsc };
});
afterAll(async () => {
  await Promise.all(Object.values(providers).map((one) => one.close()));
  desk.close();
});

it('says what to type for an account of each provider, in the terminal too', () => {
  const guides = guidesOf(providers, url);
  const { meta, smsc } = providers;
  expect(guides.all.map(({ channel }) => channel)).toEqual([
    'whatsapp',
    'messenger',
    'instagram',
    'sms',
    'operator',
  ]);
  for (const { values } of guides.all)
    for (const { value } of values) expect(value).toMatch(/^(?!undefined).+/);
  const lines = guideLines(guides, { desk: url, page: 'http://127.0.0.1:1' }).join('\n');
  expect(lines).toContain(`Access token: ${meta.accessToken}`);
  expect(lines).toContain(`Port: ${smsc.port}`);
});

it('takes the address and the token that the desk shows, once the desk has proven them', async () => {
  const guides = guidesOf(providers, url);
  const { meta, twilio } = providers;
  const enter = (channel: string, given: object) => guides.enter(channel, Buffer.from(JSON.stringify(given)));
  const address = 'https://desk.example/api/webhooks/whatsapp/k';
  await expect(enter('whatsapp', { address, token: 'wrong' })).rejects.toThrow('did not answer');
  expect(meta.world.webhook).toBe('');
  await enter('whatsapp', { address, token: 'proof' });
  expect(meta.world.webhook).toBe(`${url}/api/webhooks/whatsapp/k`);
  await enter('sms', { address: 'https://desk.example/api/webhooks/twilio/k' });
  expect(twilio.world).toMatchObject({
    webhook: `${url}/api/webhooks/twilio/k`,
    publicUrl: 'https://desk.example',
  });
  await expect(enter('operator', { address })).rejects.toThrow('no such provider');
  await expect(enter('whatsapp', { address: 'nothing' })).rejects.toThrow('whole address');
});
