import {
  LIMITS,
  Media,
  type Block,
  type Blockable,
  type Customer,
  type RefusedMessage,
  type Ticket,
} from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskOf } from '../../../../test/desk.ts';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
let d: MessagingDesk;
const { data, key } = deskOf(() => d.t);
beforeAll(async () => {
  d = await messagingDesk();
});
afterAll(() => d.close());

const block = (body: object) => data<Block>('dewi', 'POST', '/api/blocks', { name: 'Joko', ...body });
const remove = ({ id }: Block) => d.t.as('dewi', 'DELETE', `/api/blocks/${id}`);
const blockable = (customerId: number) =>
  data<Blockable[]>('dewi', 'GET', `/api/customers/${customerId}/blocks`);
const refusals = ({ id }: Block) => data<RefusedMessage[]>('dewi', 'GET', `/api/blocks/${id}/refusals`);
const audited = async () =>
  (await data<{ action: string; subject: string }[]>('admin', 'GET', '/api/audit?about=block')).map(
    ({ action, subject }) => [action, subject],
  );

it('a blocked visitor writes and calls no more, what they wrote is kept, and unblocking takes it back', async () => {
  const token = await d.t.visitor(await d.t.widget());
  const chat = (question: string) =>
    d.t.call('POST', '/api/livechat/chat', { token, body: { client_key: key(), name: 'Joko', question } });
  expect((await chat('Hello')).status).toBe(200);
  const [ticket] = await data<Ticket[]>('dewi', 'GET', '/api/tickets?q=Joko');
  const [one] = await blockable(ticket?.customer_id ?? 0);
  expect(one).toMatchObject({ kind: 'contact', media_id: Media.liveChat, block_id: null });

  const made = await block({ kind: 'contact', value: one?.value, account_id: one?.account_id });
  expect((await block({ kind: 'contact', value: one?.value, account_id: one?.account_id })).id).toBe(made.id);
  expect((await blockable(ticket?.customer_id ?? 0))[0]?.block_id).toBe(made.id);
  const send = (body: string) =>
    d.t.call('POST', '/api/livechat/chat/messages', {
      token,
      body: { client_key: key(), body, file_ids: [] },
    });
  const rude = 'Rude words. '.repeat(LIMITS.visitorBody / 12).trim();
  expect((await send(rude)).status).toBe(403);
  const calling = { client_key: key(), kind: 'voice', name: 'Joko' };
  expect((await d.t.call('POST', '/api/livechat/calls', { token, body: calling })).status).toBe(403);
  expect(await refusals(made)).toMatchObject([{ body: rude, media_id: Media.liveChat }]);
  const [listed] = await data<Block[]>('dewi', 'GET', '/api/blocks');
  expect(listed).toMatchObject({ refused: 1, name: 'Joko', user: { id: d.t.idOf('dewi') } });

  expect((await remove(made)).status).toBe(200);
  expect((await send('Sorry')).status).toBe(200);
  expect(await audited()).toEqual([
    ['block.removed', `block ${made.id}`],
    ['block.created', `block ${made.id}`],
  ]);
});

it('a blocked number is refused on every channel that has numbers, once for what comes twice', async () => {
  const joko = d.meta.phone('6281290001111', 'Joko Number');
  await joko.send('Before');
  const ticket = await d.ticketOf('Joko Number');
  const own = await blockable(ticket.customer_id);
  expect(own).toMatchObject([{ kind: 'phone', value: '+6281290001111', block_id: null }]);
  const made = await block({ kind: 'phone', value: '0812 9000 1111' });
  expect(made.value).toBe('+6281290001111');
  await joko.send('Spam');
  await expect.poll(async () => (await refusals(made)).map(({ body }) => body), SOON).toEqual(['Spam']);
  expect((await d.emails(ticket.id)).map(({ body }) => body)).toEqual(['Before']);
  await remove(made);
  await joko.send('After');
  await expect
    .poll(async () => (await d.emails(ticket.id)).map(({ body }) => body), SOON)
    .toEqual(['Before', 'After']);
});

it('unblocking can be undone, with the reason, who it was and all that was refused', async () => {
  const phone = '+6281290003333';
  const rita = d.meta.phone(phone.slice(1), 'Rita Number');
  const made = await block({ kind: 'phone', value: phone, reason: 'Threats' });
  await rita.send('Refused');
  await expect.poll(async () => (await refusals(made)).length, SOON).toBe(1);
  const shown = async () =>
    (await data<Block[]>('dewi', 'GET', '/api/blocks')).filter(({ id }) => id === made.id);
  const [before] = await shown();
  const kept = await refusals(made);
  const restore = ({ id }: Block) => data<Block>('dewi', 'POST', `/api/blocks/${id}/restore`, {});

  await remove(made);
  expect(await shown()).toEqual([]);
  expect(await restore(made)).toEqual(before);
  expect(await shown()).toEqual([before]);
  expect(await refusals(made)).toEqual(kept);

  await remove(made);
  const again = await block({ kind: 'phone', value: phone });
  expect((await restore(made)).id).toBe(again.id);
  await remove(again);
  const { db } = d.t.platform;
  await db.pool.query(`update blocks set removed_at = removed_at - interval '25 hours'`);
  await db.transaction((tx) => tx.enqueue('conversations:forget-refusals', {}));
  await expect
    .poll(async () => (await db.pool.query('select from blocks where removed_at is not null')).rowCount, SOON)
    .toBe(0);
});

it('refuses what is no address, and takes its permission', async () => {
  const tried = async (body: object) =>
    ((await d.t.as('dewi', 'POST', '/api/blocks', { name: '', ...body })).body as { code: string }).code;
  expect(await tried({ kind: 'phone', value: 'nobody' })).toBe('invalid');
  expect(await tried({ kind: 'contact', value: '1', account_id: 999_999 })).toBe('invalid_reference');
  expect((await d.t.as('qa', 'GET', '/api/blocks')).status).toBe(403);
  const customer = await data<Customer>('dewi', 'POST', '/api/customers', {
    name: 'Rina',
    identities: [{ kind: 'email', value: 'rina@mail.example' }],
  });
  expect(await blockable(customer.id)).toMatchObject([{ kind: 'email', value: 'rina@mail.example' }]);
});
