import type { MessagingAccount, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';
import { outcomesOf, payloadsOf, type Precondition } from '../../../../test/messaging/payloads.ts';

const SOON = { timeout: 15_000, interval: 10 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const bytesOf = (mime: string): Buffer => (/^(image|sticker)/.test(mime) ? PNG : PDF);

/** How a provider delivers, and what the person of a delivery did before. */
type FixtureAccount = {
  account: MessagingAccount;
  /** Sends the signed delivery for the `nth` time; some providers distinguish repetitions by the envelope. */
  deliver: (text: string, nth: number) => Promise<number>;
  /** Puts the files that the delivery refers to on the file server; returns it with their URLs there. */
  keep: (text: string) => string;
  /** Has the customer write the message that the delivery refers to, and answers it. */
  write: (before: Precondition) => Promise<unknown>;
  react: (before: Precondition) => Promise<unknown>;
};

describe.each(['whatsapp', 'messenger', 'instagram', 'twilio'] as const)('%s', (provider) => {
  let d: MessagingDesk;
  let side: FixtureAccount;
  beforeAll(async () => {
    d = await messagingDesk();
    d.meta.world.tells = false;
    d.twilio.world.tells = false;
    side = await fixtureAccountOf(d, provider);
    d.meta.templates.push({
      name: 'order_confirmation',
      language: 'en_US',
      status: 'PAUSED',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Your order has come.' }],
    });
  });
  afterAll(() => d.close());

  // A twentieth of them is in the core; each is delivered three times.
  it.each(payloadsOf(provider).filter((_, at) => at % 20 === 0))('$name', expectProcessed);
  it.each(payloadsOf(provider).filter((_, at) => at % 20 !== 0))('$name', { tags: 'full' }, expectProcessed);

  type Payload = ReturnType<typeof payloadsOf>[number];
  async function expectProcessed({ text, before, expected }: Payload): Promise<void> {
    await d.data('admin', 'POST', `/api/messaging-accounts/${side.account.id}/test`, {});
    const isTemplate = text.includes('"order_confirmation"');
    if (isTemplate) await refreshTemplates();
    const outcomes = await outcomesOf(d.t, side.account.id, d);
    if (before) await prepare(before);
    const kept = side.keep(text);
    const outcome = async () => {
      expect(await outcomes.isSettled()).toBe(true);
      return { ...(await outcomes.read()), ...(isTemplate && { template: await template() }) };
    };
    expect(await side.deliver(kept, 1)).toBe(200);
    await expect.poll(outcome, SOON).toEqual(expected);
    expect(await side.deliver(kept, 1)).toBe(200);
    expect(await side.deliver(kept, 2)).toBe(200);
    await expect.poll(outcome, SOON).toEqual(expected);
  }

  /** The deliveries refer to earlier messages by these ids. */
  async function prepare(before: Precondition): Promise<void> {
    const { customer, wrote, answered, reacted } = before;
    await side.write(before);
    if (!wrote) return;
    const name = customer.name ?? customer.address;
    const { id: ticketId }: Ticket = await d.ticketOf(name);
    if (!answered) return;
    const { id } = await d.reply(ticketId, answered.text);
    const state = async () => (await d.message(ticketId, id))?.state;
    await expect.poll(state, SOON).toBe('sent');
    const { pool } = d.t.platform.db;
    await pool.query(
      'update messaging_messages set provider_id = $1, sent_at = coalesce($2, sent_at) where message_id = $3',
      [answered.id, answered.at ?? null, id],
    );
    if (!reacted) return;
    await side.react(before);
    const reactions = async () => (await d.message(ticketId, id))?.extra?.reactions?.length;
    await expect.poll(reactions, SOON).toBe(1);
  }

  /** Leaves the stored template with another category than the provider has by now. */
  async function refreshTemplates(): Promise<void> {
    const [known] = d.meta.templates;
    if (!known) throw new Error('no template');
    known.category = 'UTILITY';
    await d.data('admin', 'POST', `/api/messaging-accounts/${side.account.id}/templates/refresh`, {});
    known.category = 'MARKETING';
  }

  async function template(): Promise<string | undefined> {
    const path = `/api/messaging-accounts/${side.account.id}/templates`;
    const { templates } = await d.data<{ templates: { state: string; reason: string; category: string }[] }>(
      'admin',
      'GET',
      path,
    );
    const [one] = templates;
    return one && [one.category, one.state, one.reason].filter(Boolean).join(': ');
  }
});

async function fixtureAccountOf(d: MessagingDesk, provider: string): Promise<FixtureAccount> {
  if (provider === 'whatsapp') return whatsapp(d);
  if (provider === 'twilio') return twilio(d, await d.addSms());
  const name = provider === 'messenger' ? ('messenger' as const) : ('instagram' as const);
  return pages(d, name, await d.addPages(name));
}

const withSpaces = (text: string, nth: number): string => text + ' '.repeat(nth);

function whatsapp(d: MessagingDesk): FixtureAccount {
  const phone = ({ customer: { address, name = address } }: Precondition) => d.meta.phone(address, name);
  return {
    account: d.account,
    deliver: (text, nth) => d.meta.deliverText(withSpaces(text, nth)),
    keep(text) {
      JSON.parse(text, (_key, value: Partial<Record<string, string>> | null) => {
        if (value?.['mime_type'] && value['id'])
          d.meta.keepMedia(value['mime_type'], bytesOf(value['mime_type']), value['id']);
        return value;
      });
      return text;
    },
    write: async (before) =>
      before.wrote &&
      phone(before).write({ type: 'text', text: { body: before.wrote.text } }, before.wrote.id),
    react: (before) =>
      phone(before).write({
        type: 'reaction',
        timestamp: String(EARLIER / 1000),
        reaction: { message_id: before.answered?.id, emoji: before.reacted },
      }),
  };
}
/** Before the times in the deliveries. */
const EARLIER = Date.parse('2024-01-01T00:00:00Z');

function pages(
  d: MessagingDesk,
  provider: 'messenger' | 'instagram',
  account: MessagingAccount,
): FixtureAccount {
  const side = d.meta[provider];
  const person = ({ customer: { address, name = address } }: Precondition) => side.person(address, name);
  return {
    account,
    deliver: (text, nth) => side.deliverText(withSpaces(text, nth)),
    keep: (text) =>
      text.replaceAll(
        /"type": "(image|video|audio|file|sticker|story_mention)",(\s+)"payload": \{(\s+)"url": "https:[^"]+"/g,
        (_all, type: string) => {
          const url = person({ customer: { address: '1' } }).publish(type, bytesOf(type));
          return `"type": "${type}", "payload": { "url": "${url}"`;
        },
      ),
    write: async (before) =>
      before.wrote ? person(before).write({ text: before.wrote.text }, before.wrote.id) : person(before),
    react: (before) => person(before).react(before.answered?.id ?? '', before.reacted ?? '', EARLIER),
  };
}

function twilio({ twilio: at }: MessagingDesk, account: MessagingAccount): FixtureAccount {
  return {
    account,
    deliver: (text, nth) =>
      at.deliver(at.world.publicUrl + new URL(at.world.webhook).pathname, {
        ...(JSON.parse(text) as Record<string, string>),
        ...(nth > 1 && { Attempt: String(nth) }),
      }),
    keep: (text) =>
      text.replaceAll(/https:\/\/api\.twilio\.com[^"]+/g, (_url, offset: number) => {
        const [, mime = ''] =
          /"MediaContentType\d": "([^"]+)",\s+"MediaUrl\d": "$/.exec(text.slice(0, offset)) ?? [];
        return at.keepMedia(mime, bytesOf(mime));
      }),
    write: async ({ customer, wrote }) => {
      const phone = at.phone(customer.address);
      if (wrote) await phone.send(wrote.text, { MessageSid: wrote.id });
    },
    react: () => Promise.resolve(),
  };
}
