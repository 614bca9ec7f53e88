/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { Ticket } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { messagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };

it('a message that was split off is sent again on its new ticket, whose mark for what was not sent goes then', async () => {
  const d = await messagingDesk();
  const phone = d.meta.phone('628112223334', 'Rina');
  await phone.send('Hello');
  const { id } = await d.ticketOf('Rina');
  const error = { code: 131_026, message: 'Message undeliverable', error_data: { details: 'Gone' } };
  d.meta.faults.plan(/\/messages$/, { status: 400, body: { error } });
  const reply = await d.reply(id, 'Here is the bill');
  const stateOn = async (ticketId: number) => (await d.message(ticketId, reply.id))?.state;
  await expect.poll(() => stateOn(id), SOON).toBe('failed');

  const split = { client_key: randomUUID(), subject: 'The bill', message_ids: [reply.id] };
  const part = await d.data<Ticket>('admin', 'POST', `/api/tickets/${id}/split`, split);
  const isUnsent = async (ticketId: number) =>
    (await d.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${ticketId}`)).ticket.is_unsent;
  await expect.poll(async () => [await isUnsent(id), await isUnsent(part.id)], SOON).toEqual([false, true]);
  const again = { client_key: randomUUID() };
  await d.data('admin', 'POST', `/api/tickets/${part.id}/messages/${reply.id}/retry`, again);
  await expect.poll(() => phone.inbox.map(({ text }) => text), SOON).toEqual(['Here is the bill']);
  await expect.poll(() => stateOn(part.id), SOON).toBe('delivered');
  await expect.poll(() => isUnsent(part.id), SOON).toBe(false);
  await d.close();
});
