import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';
import { insertDelivery } from '../inbound/delivery-store.ts';

const SOON = { timeout: 15_000 };
let d: MessagingDesk;
beforeAll(async () => {
  d = await messagingDesk();
});
afterAll(() => d.close());

it('a delivery that is being stored while its account is removed keeps it, and is taken in when it is on again', async () => {
  const { db } = d.t.platform;
  const path = `/api/messaging-accounts/${d.account.id}`;
  const messages = [
    { from: '628119990001', id: 'wamid.1', timestamp: '1', type: 'text', text: { body: 'Hello' } },
  ];
  const contacts = [{ wa_id: '628119990001', profile: { name: 'Rina' } }];
  const value = { metadata: { phone_number_id: d.account.address }, contacts, messages };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const waiting = async () => (await sql`select from pg_locks where not granted`.execute(db.q)).rows.length;

  const removed = await db.transaction(async (tx) => {
    const row = {
      channel_account_id: d.account.id,
      body,
      digest: randomBytes(32),
      received_at: d.t.clock.now(),
    };
    await insertDelivery(tx.q, row);
    const removing = d.t.as('admin', 'DELETE', path);
    await expect.poll(waiting, SOON).toBeGreaterThan(0);
    return () => removing;
  });
  expect((await removed()).body).toMatchObject({ removed: false });
  await d.data('admin', 'PATCH', path, { is_active: true });
  expect((await d.ticketOf('Rina')).last_message).toBe('Hello');
});
