import { SUGGESTED_REPLIES, type AutoReplyAccount } from '@trunkline/contract';
import { deliverOnce, livechatLine } from '@trunkline/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  // Visitors come through a real port.
  await t.connect('admin');
});
afterAll(() => t.close());

it.each(['José Álvarez', '李雷', 'Budi 2'])(
  'a visitor called "%s" begins a chat, and hears what the desk says by itself',
  async (name) => {
    const key = await t.widget();
    const { body } = await t.as('admin', 'GET', '/api/auto-replies');
    const account = (body as { data: AutoReplyAccount[] }).data.at(-1);
    const welcome = { is_on: true, text: { en: 'Welcome', id: '' } };
    const replies = { ...SUGGESTED_REPLIES, welcome };
    const change = { version: account?.version, replies };
    expect((await t.as('admin', 'PUT', `/api/auto-replies/${account?.id}`, change)).status).toBe(200);

    const site = { url: t.url(), key, carry: deliverOnce };
    const line = livechatLine(site, { name, number: '6281100000001', language: 'en' });
    const heard: string[] = [];
    line.listen(({ text }) => heard.push(text));
    await line.send({ kind: 'text', text: 'Hello' });
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['Welcome']);
    line.connect?.(false);
  },
);
