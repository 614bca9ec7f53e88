import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const FOUR = ['Monday', 'Tuesday', 'Wednesday, in the morning', 'Friday'].map((day) => day.slice(0, 24));

describe('choices', () => {
  let d: MessagingDesk;
  let count = 0;
  beforeAll(async () => {
    d = await messagingDesk();
  });
  afterAll(() => d.close());

  async function customer() {
    count += 1;
    const phone = d.meta.phone(`62811000${String(count).padStart(4, '0')}`, `Customer ${count}`);
    await phone.send('When can I come?');
    return { phone, ticket: await d.ticketOf(phone.name) };
  }
  const refused = async (ticketId: number, more: object) =>
    d.t.as('admin', 'POST', `/api/tickets/${ticketId}/messages`, {
      client_key: `no-${crypto.randomUUID()}`,
      body: 'When?',
      file_ids: [],
      ...more,
    });

  it('up to three are buttons on WhatsApp; what is pressed comes back as chosen, in answer to ours', async () => {
    const { phone, ticket } = await customer();
    const reply = await d.reply(ticket.id, 'Which day?', { choices: ['Monday', 'Tuesday'] });
    expect(reply.extra).toEqual({ kind: 'text', choices: ['Monday', 'Tuesday'] });
    await expect.poll(() => phone.inbox.length, SOON).toBe(1);
    const [message] = phone.inbox;
    expect(message).toMatchObject({ text: 'Which day?', raw: { interactive: { type: 'button' } } });
    if (message) await phone.press(message, 'Tuesday');
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({
        body: 'Tuesday',
        extra: { kind: 'choice', reply_to: { message_id: reply.id, preview: 'Which day?' } },
      });
  });

  it('more than three are a list, opened by a word in the customer’s language', async () => {
    const { phone, ticket } = await customer();
    await d.t.platform.db.pool.query("update customers set language = 'id' where id = $1", [
      ticket.customer_id,
    ]);
    await d.reply(ticket.id, 'Hari apa?', { choices: FOUR });
    await expect.poll(() => phone.inbox.length, SOON).toBe(1);
    const [message] = phone.inbox;
    expect(message?.raw).toMatchObject({ interactive: { type: 'list', action: { button: 'Pilih' } } });
    if (message) await phone.press(message, 'Friday');
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({ body: 'Friday', extra: { kind: 'choice' } });
  });

  it(
    'with other choices it is another answer, and refused under the same key',
    { tags: 'full' },
    async () => {
      const { ticket } = await customer();
      const client_key = `once-${crypto.randomUUID()}`;
      const first = await d.reply(ticket.id, 'Which day?', { client_key, choices: ['Monday', 'Tuesday'] });
      const again = await d.reply(ticket.id, 'Which day?', { client_key, choices: ['Monday', 'Tuesday'] });
      expect(again.id).toBe(first.id);
      const other = { client_key, body: 'Which day?', choices: ['Friday'] };
      expect((await refused(ticket.id, other)).status).toBe(409);
      expect((await refused(ticket.id, { client_key, body: 'Which day?' })).status).toBe(409);
    },
  );

  it('of a long answer with a file they stand below the last words', { tags: 'full' }, async () => {
    const { phone, ticket } = await customer();
    const file = await d.upload('map.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n'));
    const long = `${'word '.repeat(300)}Which day?`;
    await d.reply(ticket.id, long, { choices: ['Monday'], file_ids: [file] });
    await expect
      .poll(() => phone.inbox.map(({ type }) => type), SOON)
      .toEqual(['document', 'text', 'interactive']);
    expect(
      phone.inbox
        .slice(1)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(long);
  });

  it.each([
    ['too many', { choices: Array.from({ length: 11 }, (_, at) => `No. ${at}`) }, 'At most 10 choices'],
    ['too long for a button', { choices: ['x'.repeat(21)] }, 'At most 20 characters each'],
    ['too long for a list', { choices: ['a', 'b', 'c', 'x'.repeat(25)] }, 'At most 24 characters each'],
    ['twice the same', { choices: ['a', 'a'] }, 'Twice the same: a'],
    ['without a text', { choices: ['a'], body: ' ' }, ''],
  ])('%s: refused before anything is stored', async (_name, more, words) => {
    const { phone, ticket } = await customer();
    const answer = await refused(ticket.id, more);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(answer.body)).toContain(words);
    expect(phone.inbox).toEqual([]);
    expect(await d.emails(ticket.id)).toHaveLength(1);
  });

  it.each(['messenger', 'instagram'] as const)('quick replies on %s', async (provider) => {
    await d.addPages(provider);
    const person = d.meta[provider].person(
      provider === 'messenger' ? '246571' : '246572',
      `Person of ${provider}`,
    );
    await person.send('When can I come?');
    const ticket = await d.ticketOf(person.name);
    await d.reply(ticket.id, 'Which day?', { choices: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'] });
    await expect.poll(() => person.inbox[0]?.choices.length, SOON).toBe(4);
    const [message] = person.inbox;
    if (message) await person.press(message, 'Thursday');
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({ body: 'Thursday', extra: { kind: 'choice' } });
    expect((await refused(ticket.id, { choices: ['x'.repeat(21)] })).status).toBe(400);
  });

  it('numbered lines in a text message', async () => {
    await d.addSms();
    const phone = d.twilio.phone('+628120000001');
    await phone.send('When can I come?');
    const ticket = await d.ticketOf(phone.number);
    const reply = await d.reply(ticket.id, 'Which day?', { choices: ['Monday', 'Tuesday'] });
    expect(reply).toMatchObject({ body: 'Which day?', extra: { choices: ['Monday', 'Tuesday'] } });
    await expect
      .poll(() => phone.inbox.map(({ text }) => text), SOON)
      .toEqual(['Which day?\n1. Monday\n2. Tuesday']);
  });

  it('the stand-in refuses what Meta would refuse', async () => {
    const { phone } = await customer();
    const send = async (interactive: object) => {
      const answer = await fetch(`${d.meta.url}/${d.meta.business.numberId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${d.meta.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ to: phone.number, type: 'interactive', interactive }),
      });
      return answer.status;
    };
    const buttons = (...titles: string[]) => ({
      type: 'button',
      body: { text: 'Which?' },
      action: { buttons: titles.map((title, at) => ({ type: 'reply', reply: { id: String(at), title } })) },
    });
    expect(await send(buttons('a', 'b', 'c'))).toBe(200);
    expect(await send(buttons('a', 'b', 'c', 'd'))).toBe(400);
    expect(await send(buttons('x'.repeat(21)))).toBe(400);
    expect(await send(buttons('a', 'a'))).toBe(400);
    expect(await send({ ...buttons('a'), body: { text: 'x'.repeat(1025) } })).toBe(400);
  });
});
