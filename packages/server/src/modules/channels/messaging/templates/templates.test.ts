import {
  filledTemplate,
  type Conversation,
  type MessagingTemplate,
  type ResponseOf,
  type refreshAccountTemplates,
} from '@trunkline/contract';
import type { MetaTemplate } from '@trunkline/simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTemplates, replaceTemplates } from './template-store.ts';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const HOUR_MS = 3_600_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ready = (language: string, text: string): MetaTemplate => ({
  name: 'order_ready',
  language,
  status: 'APPROVED',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text },
    { type: 'FOOTER', text: 'Kopi Kita' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'I am coming' },
        { type: 'URL', text: 'Track', url: 'https://kopi.example/{{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+622155501234' },
      ],
    },
  ],
});
const photo: MetaTemplate = {
  name: 'new_roast',
  language: 'en',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Dear {{customer}}, it is here.' },
  ],
};
const refused: MetaTemplate = {
  name: 'win',
  language: 'en',
  status: 'REJECTED',
  category: 'MARKETING',
  rejected_reason: 'INVALID_FORMAT',
  components: [{ type: 'BODY', text: 'You win' }],
};

type Fetched = ResponseOf<typeof refreshAccountTemplates>['data'];
const VALUES = { 'header.1': '881', 'body.1': 'Rina', 'button.1.1': 'a881' };

describe('WhatsApp’s window and templates', () => {
  let d: MessagingDesk;
  beforeEach(async () => {
    d = await messagingDesk();
    const all = [ready('en', 'Dear {{1}}, it is ready.'), ready('id', '{{1}}, siap.'), photo, refused];
    d.meta.templates.push(...structuredClone(all));
  });
  afterEach(() => d.close());

  const path = () => `/api/messaging-accounts/${d.account.id}/templates`;
  const refresh = () => d.data<Fetched>('admin', 'POST', `${path()}/refresh`, {});
  const states = async () =>
    (await d.data<Fetched>('admin', 'GET', path())).templates.map(({ name, language, state, reason }) =>
      `${name} ${language} ${state} ${reason}`.trim(),
    );

  /** A ticket whose customer wrote so many hours ago. */
  async function waiting(hours: number) {
    const rina = d.meta.phone('628119990001', 'Rina');
    const now = Math.floor(d.t.clock.now().getTime() / 1000) * 1000;
    await rina.write({ type: 'text', text: { body: 'Is it ready?' } }, undefined, now - hours * HOUR_MS);
    const ticket = await d.ticketOf('Rina');
    return { rina, ticket, now };
  }
  const openUntil = async (ticketId: number) => {
    const detail = await d.data<{ conversations: Conversation[] }>(
      'admin',
      'GET',
      `/api/tickets/${ticketId}`,
    );
    return detail.conversations[0]?.open_until;
  };
  const choices = (ticketId: number) =>
    d.data<MessagingTemplate[]>('admin', 'GET', `/api/tickets/${ticketId}/message-templates`);
  async function choice(ticketId: number, name: string, language = 'en') {
    const found = (await choices(ticketId)).find((one) => one.name === name && one.language === language);
    if (!found) throw new Error(`no template ${name}`);
    return found;
  }

  it(
    'says until when free answers go, tells when the customer opens it again, and never goes back',
    { tags: 'full' },
    async () => {
      const { rina, ticket, now } = await waiting(30);
      expect(await openUntil(ticket.id)).toBe(new Date(now - 6 * HOUR_MS).toISOString());
      await expect(d.reply(ticket.id, 'Too late')).rejects.toThrow('window_closed');

      const socket = await d.t.connect('admin');
      const told: (string | null)[] = [];
      socket.on('conversation-changed', ({ open_until: until }: Conversation) => told.push(until));
      await socket.emitWithAck('watch', { topic: `ticket:${ticket.id}` });
      await rina.write({ type: 'text', text: { body: 'And?' } }, undefined, now - HOUR_MS);
      await rina.write({ type: 'text', text: { body: 'Came late' } }, undefined, now - 20 * HOUR_MS);
      await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
      expect(await openUntil(ticket.id)).toBe(new Date(now + 23 * HOUR_MS).toISOString());
      await expect.poll(() => told.at(-1), SOON).toBe(new Date(now + 23 * HOUR_MS).toISOString());
      await d.reply(ticket.id, 'It is');
      await expect.poll(() => rina.inbox.map(({ text }) => text), SOON).toEqual(['It is']);
    },
  );

  it('fetches them all, page by page, and what is gone there is gone here', { tags: 'full' }, async () => {
    const all = [
      'new_roast en approved',
      'order_ready en approved',
      'order_ready id approved',
      'win en rejected INVALID_FORMAT',
    ];
    expect((await refresh()).fault).toBeNull();
    expect(await states()).toEqual(all);
    d.meta.templates.splice(2, 1);
    await refresh();
    expect(await states()).toEqual(all.filter((one) => !one.startsWith('new_roast')));
    d.meta.world.isTokenGood = false;
    expect(await refresh()).toMatchObject({ fault: 'token_refused', templates: { length: 3 } });
  });

  it('hears by the webhook what became of one, and fetches one that is new', { tags: 'full' }, async () => {
    await refresh();
    await d.meta.decide('order_ready', 'en', 'PAUSED');
    await expect.poll(states, SOON).toContain('order_ready en paused');
    await d.meta.decide('win', 'en', 'APPROVED');
    await expect.poll(states, SOON).toContain('win en approved');
    d.meta.templates.push({ ...refused, name: 'later', status: 'PENDING' });
    await d.meta.decide('later', 'en', 'APPROVED');
    await expect.poll(states, SOON).toContain('later en approved INVALID_FORMAT');
  });

  it('keeps what was told after a list was asked for that comes late', { tags: 'full' }, async () => {
    await refresh();
    const { q } = d.t.platform.db;
    const asked = d.t.clock.now();
    const late = (await listTemplates(q, d.account.id)).map(({ id, ...template }) => ({
      ...template,
      providerId: String(id),
    }));
    d.t.clock.advance(1000);
    await d.meta.decide('order_ready', 'en', 'PAUSED');
    await expect.poll(states, SOON).toContain('order_ready en paused');
    await replaceTemplates(q, d.account.id, { templates: late, at: asked });
    expect(await states()).toContain('order_ready en paused');
    await replaceTemplates(q, d.account.id, { templates: [], at: asked });
    expect(await states()).toEqual(['order_ready en paused']);
  });

  it('one goes out with its values when nothing else may, and the customer chooses its button', async () => {
    await refresh();
    const { rina, ticket } = await waiting(30);
    const names = (await choices(ticket.id)).map(({ name, language }) => `${name} ${language}`);
    expect(names).toEqual(['new_roast en', 'order_ready en', 'order_ready id']);
    const { id, content } = await choice(ticket.id, 'order_ready');
    const body = filledTemplate(content, VALUES).body;
    const sent = await d.reply(ticket.id, body, { template: { id, values: VALUES } });
    expect(sent).toMatchObject({
      body: 'Dear Rina, it is ready.',
      state: 'queued',
      extra: {
        kind: 'template',
        template: {
          name: 'order_ready',
          header: { kind: 'text', text: 'Order 881' },
          footer: 'Kopi Kita',
          buttons: [
            { kind: 'quick_reply', text: 'I am coming' },
            { kind: 'url', value: 'https://kopi.example/a881' },
            { kind: 'phone', value: '+622155501234' },
          ],
        },
      },
    });
    await expect.poll(() => rina.inbox.map(({ text }) => text), SOON).toEqual([body]);
    expect(rina.inbox[0]?.raw['template']).toEqual({
      name: 'order_ready',
      language: { code: 'en' },
      components: [
        { type: 'header', parameters: [{ type: 'text', text: '881' }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Rina' }] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'a881' }] },
      ],
    });
    await expect.poll(async () => (await d.message(ticket.id, sent.id))?.state, SOON).toBe('delivered');
    await rina.write({ type: 'button', button: { text: 'I am coming', payload: 'I am coming' } });
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({ body: 'I am coming', extra: { kind: 'choice' } });
    await d.reply(ticket.id, 'See you');
  });

  it(
    'a photo stands above the words, and names are given along where variables have them',
    { tags: 'full' },
    async () => {
      await refresh();
      const { rina, ticket } = await waiting(30);
      const { id } = await choice(ticket.id, 'new_roast');
      const template = { id, values: { 'body.customer': 'Rina' } };
      const body = 'Dear Rina, it is here.';
      await expect(d.reply(ticket.id, body, { template })).rejects.toThrow('invalid');
      await d.reply(ticket.id, body, { template, file_ids: [await d.upload('roast.png', 'image/png', PNG)] });
      await expect.poll(() => rina.inbox.map(({ text }) => text), SOON).toEqual([body]);
      expect(rina.inbox[0]?.raw['template']).toMatchObject({
        components: [
          { type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] },
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'customer', text: 'Rina' }] },
        ],
      });
    },
  );

  it(
    'is refused with a value missing, with other words than its own, or when it may not be sent',
    { tags: 'full' },
    async () => {
      await refresh();
      const { ticket } = await waiting(30);
      const { id, content } = await choice(ticket.id, 'order_ready');
      const body = filledTemplate(content, VALUES).body;
      const send = (text: string, values: object) => d.reply(ticket.id, text, { template: { id, values } });
      await expect(send(body, { 'body.1': 'Rina' })).rejects.toThrow('invalid');
      const spaced = { ...VALUES, 'body.1': 'Jalan Contoh 5     (behind the school)' };
      const refusedOf = await d.t.as('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, {
        client_key: 'five-spaces-1',
        body: filledTemplate(content, spaced).body,
        template: { id, values: spaced },
      });
      expect(refusedOf.body).toMatchObject({
        code: 'invalid',
        details: [{ path: 'template.values.body.1', message: 'At most four spaces may follow one another' }],
      });
      await expect(send('Free words', VALUES)).rejects.toThrow('conflict');
      await d.meta.decide('order_ready', 'en', 'PAUSED');
      await expect.poll(states, SOON).toContain('order_ready en paused');
      await expect(send(body, VALUES)).rejects.toThrow('conflict');
    },
  );

  it('what Meta refuses of it is told in words', { tags: 'full' }, async () => {
    await refresh();
    const { ticket } = await waiting(30);
    const { id, content } = await choice(ticket.id, 'order_ready');
    const [known] = d.meta.templates;
    if (known) known.components[1] = { type: 'BODY', text: '{{1}} and {{2}}' };
    const { body } = filledTemplate(content, VALUES);
    const sent = await d.reply(ticket.id, body, { template: { id, values: VALUES } });
    await expect
      .poll(async () => (await d.message(ticket.id, sent.id))?.failure, SOON)
      .toMatch(/^template_refused: body: number of localizable_params \(1\).*\(132000\)$/);
  });
});
