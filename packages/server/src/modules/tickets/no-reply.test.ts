import type { Message, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { deskOf } from '../../../test/desk.ts';

let t: TestApp;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  await t.platform.db.pool.query(
    'update priorities set first_response_minutes = 60, next_response_minutes = 60',
  );
});
afterAll(() => t.close());

const act = (id: number, what: string, body: object) =>
  data<Ticket>('dewi', 'POST', `/api/tickets/${id}/${what}`, body);
const read = async (id: number) =>
  (await data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
const waiting = async () =>
  (await data<Ticket[]>('dewi', 'GET', '/api/tickets?sort=waiting&limit=100')).map(({ id }) => id);

it('ends the waiting and what is due next, says so, is undone exactly, and the next message waits anew', async () => {
  const token = await t.visitor(await t.widget());
  const write = async (path: string, body: object) =>
    expect((await t.call('POST', `/api/livechat/chat${path}`, { token, body })).status).toBe(200);
  await write('', { client_key: key(), name: 'Rina', question: 'Where is it?' });
  const [{ id } = { id: 0 }] = await data<Ticket[]>('dewi', 'GET', '/api/tickets?q=Rina');
  await act(id, 'take', {});

  // The first response stays due, because only a reply or solving ends it.
  const first = await read(id);
  const early = await act(id, 'no-reply', { version: first.version });
  expect(early).toMatchObject({
    waiting_since: null,
    first_response_at: null,
    first_response_due_at: first.first_response_due_at,
  });
  await act(id, 'undo', { change: early.version, version: early.version });

  await act(id, 'messages', { client_key: key(), body: 'It arrives today' });
  await write('/messages', { client_key: key(), body: 'Thanks!' });
  const before = await read(id);
  expect(before).toMatchObject({ unread: 1, next_response_due_at: expect.any(String) });
  const done = await act(id, 'no-reply', { version: before.version });
  expect(done).toMatchObject({ waiting_since: null, unread: 0, next_response_due_at: null, status: 'open' });
  expect(await waiting()).not.toContain(id);
  expect((await act(id, 'no-reply', { version: done.version })).revision).toBe(done.revision);
  expect(
    (await t.as('budi', 'POST', `/api/tickets/${id}/no-reply`, { version: before.version })).body,
  ).toMatchObject({ code: 'stale' });

  const undone = await act(id, 'undo', { change: done.version, version: done.version });
  const { waiting_since, unread, next_response_due_at, first_response_at } = before;
  expect(undone).toMatchObject({ waiting_since, unread, next_response_due_at, first_response_at });
  expect(
    (await t.as('dewi', 'POST', `/api/tickets/${id}/undo`, { change: done.version, version: undone.version }))
      .body,
  ).toMatchObject({ code: 'conflict' });

  await act(id, 'no-reply', { version: undone.version });
  await write('/messages', { client_key: key(), body: 'One more thing' });
  expect(await read(id)).toMatchObject({ unread: 1, next_response_due_at: expect.any(String) });
  expect(await waiting()).toContain(id);
  const events = await data<Message[]>('dewi', 'GET', `/api/tickets/${id}/timeline?kind=event`);
  expect(events.map(({ event }) => event?.type).filter((type) => type?.startsWith('wait_'))).toEqual([
    'wait_ended',
    'wait_resumed',
    'wait_ended',
    'wait_resumed',
    'wait_ended',
  ]);
});
