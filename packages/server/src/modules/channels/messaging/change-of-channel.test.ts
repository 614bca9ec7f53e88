import type { Ticket } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
/** The default of the setting. */
const REOPENED_WITHIN_MS = 72 * 3_600_000;

describe('a customer who changes the channel', () => {
  let d: MessagingDesk;
  let count = 0;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  /** A person with one phone number, who has WhatsApp as well. */
  function customer() {
    count += 1;
    const number = `62811777${String(count).padStart(4, '0')}`;
    const name = `Customer ${count}`;
    return { name, whatsapp: d.meta.phone(number, name), sms: d.twilio.phone(`+${number}`) };
  }
  const bodiesByMedia = async ({ id }: Ticket) =>
    (await d.emails(id)).map(({ media_id, body }) => [media_id, body]);
  const detail = (id: number) =>
    d.data<{ ticket: Ticket; answers_on: number; conversations: { id: number; media_id: number }[] }>(
      'admin',
      'GET',
      `/api/tickets/${id}`,
    );
  async function solve(id: number): Promise<void> {
    const { version } = (await detail(id)).ticket;
    await d.data('admin', 'POST', `/api/tickets/${id}/solve`, { version });
  }

  it('goes on with their case, and is answered where they wrote last or where the agent says', async () => {
    await d.addSms();
    const rina = customer();
    await rina.whatsapp.send('Is it ready?');
    const ticket = await d.ticketOf(rina.name);
    await d.reply(ticket.id, 'Tomorrow.');
    await rina.sms.send('No data here, please text me');
    await expect
      .poll(() => bodiesByMedia(ticket), SOON)
      .toEqual([
        [4, 'Is it ready?'],
        [4, 'Tomorrow.'],
        [3, 'No data here, please text me'],
      ]);
    // SMS carry no name, but the customer is known.
    expect((await d.emails(ticket.id)).at(-1)?.author.name).toBe(rina.name);
    // The conversation belongs to the ticket's assignee, and is not offered to others.
    const { conversations, answers_on } = await detail(ticket.id);
    expect(conversations).toMatchObject([
      { media_id: 4, status: 'active' },
      { media_id: 3, status: 'active' },
    ]);
    expect(conversations.find(({ id }) => id === answers_on)).toMatchObject({ media_id: 3 });

    await d.reply(ticket.id, 'By text, then.');
    await expect.poll(() => rina.sms.inbox.map(({ text }) => text), SOON).toEqual(['By text, then.']);
    const whatsapp = conversations.find(({ media_id: id }) => id === 4)?.id;
    await d.reply(ticket.id, 'And the photo here.', { conversation_id: whatsapp });
    await expect
      .poll(() => rina.whatsapp.inbox.map(({ text }) => text), SOON)
      .toEqual(['Tomorrow.', 'And the photo here.']);
    await rina.whatsapp.send('Thanks');
    await expect.poll(async () => (await bodiesByMedia(ticket)).at(-1), SOON).toEqual([4, 'Thanks']);
  });

  it('is one case though they write on both at the same moment', { tags: 'full' }, async () => {
    await d.addSms();
    const people = Array.from({ length: 6 }, () => customer());
    // All are known customers without an open ticket.
    for (const { name, whatsapp } of people) {
      await whatsapp.send('Before');
      await solve((await d.ticketOf(name)).id);
    }
    d.t.clock.advance(REOPENED_WITHIN_MS + 60_000);
    await Promise.all(people.flatMap(({ whatsapp, sms }) => [whatsapp.send('Here'), sms.send('And here')]));
    for (const { name } of people) {
      const ticket = await d.ticketOf(name);
      await expect.poll(async () => (await bodiesByMedia(ticket)).length, SOON).toBe(2);
    }
  });

  it('has another case once the first is over, and in another department', { tags: 'full' }, async () => {
    await d.addSms(d.t.departmentIds[1]);
    const budi = customer();
    await budi.whatsapp.send('For the shop');
    const ticket = await d.ticketOf(budi.name);
    await budi.sms.send('For the workshop');
    await expect.poll(async () => (await d.ticketsOf(budi.name)).length, SOON).toBe(2);
    expect(await bodiesByMedia(ticket)).toEqual([[4, 'For the shop']]);
  });

  it('is answered only on conversations of the ticket', { tags: 'full' }, async () => {
    const [one, other] = [customer(), customer()];
    await one.whatsapp.send('One');
    await other.whatsapp.send('Other');
    const [ticket, elsewhere] = [await d.ticketOf(one.name), await d.ticketOf(other.name)];
    const { answers_on } = await detail(elsewhere.id);
    const body = { client_key: 'reply-elsewhere', body: 'Wrong', file_ids: [], conversation_id: answers_on };
    const { status } = await d.t.as('admin', 'POST', `/api/tickets/${ticket.id}/messages`, body);
    expect(status).toBe(409);
    expect(other.whatsapp.inbox).toEqual([]);
  });
});
