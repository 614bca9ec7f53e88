import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };

describe('what a customer sees of whoever answers', () => {
  let d: MessagingDesk;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  const read = (ticketId: number, messageId: number) =>
    d.t.as('admin', 'POST', `/api/tickets/${ticketId}/read`, { message_id: messageId });
  const types = (ticketId: number) =>
    d.t.platform.notices.send('agent-typing', { ticket_id: ticketId, typing: true });

  it('on WhatsApp: that their message was read, and that somebody writes, told again only after a while', async () => {
    const rina = d.meta.phone('628110000001', 'Rina');
    const [first, second] = [await rina.send('One'), await rina.send('Two')];
    const ticket = await d.ticketOf('Rina');
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(2);
    const [one] = await d.emails(ticket.id);
    await d.reply(ticket.id, 'It is mine now');
    await read(ticket.id, one?.id ?? 0);
    await expect.poll(() => rina.shown, SOON).toEqual([{ sign: 'read', id: first }]);
    types(ticket.id);
    types(ticket.id);
    await expect.poll(() => rina.shown.at(-1), SOON).toEqual({ sign: 'typing', id: second });
    d.t.clock.advance(20_000);
    types(ticket.id);
    await expect.poll(() => rina.shown.map(({ sign }) => sign), SOON).toEqual(['read', 'typing', 'typing']);
  });

  it('on Messenger the same in its own words', { tags: 'full' }, async () => {
    await d.addPages('messenger');
    const budi = d.meta.messenger.person('7001', 'Budi');
    await budi.send('Hello');
    const ticket = await d.ticketOf('Budi');
    await d.reply(ticket.id, 'Hello Budi');
    const [message] = await d.emails(ticket.id);
    await read(ticket.id, message?.id ?? 0);
    await expect.poll(() => budi.shown, SOON).toEqual(['mark_seen']);
    types(ticket.id);
    await expect.poll(() => budi.shown, SOON).toEqual(['mark_seen', 'typing_on']);
  });

  it('nothing while the provider refuses, and messages go on', { tags: 'full' }, async () => {
    const rina = d.meta.phone('628110000002', 'Rina');
    await rina.send('One');
    const ticket = await d.ticketOf('Rina');
    d.meta.faults.plan(/\/messages$/, { status: 500 });
    types(ticket.id);
    await expect.poll(() => d.meta.faults.left, SOON).toBe(0);
    await d.reply(ticket.id, 'All the same');
    await expect.poll(() => rina.inbox.map(({ text }) => text), SOON).toEqual(['All the same']);
    expect(rina.shown).toEqual([]);
  });
});
