import type { Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const { data, create } = deskOf(() => t);

const follow = (by: Username, id: number, yes = true) =>
  data(by, 'PUT', `/api/tickets/${id}/follow`, { follow: yes });
const listed = async (query = '') =>
  (await data<Ticket[]>('budi', 'GET', `/api/tickets?follower=me&sort=number_low${query}`)).map(
    ({ id }) => id,
  );

it('those that one follows are listed, counted and changed in bulk, and no others', async () => {
  const [one, two, other] = [
    await create({ subject: 'One grinder' }),
    await create({ subject: 'Two grinders' }),
    await create({ subject: 'Other grinder' }),
  ];
  await follow('budi', one.id);
  await follow('budi', two.id);
  await follow('dewi', other.id);
  expect(await listed()).toEqual([one.id, two.id]);
  expect(await listed('&q=two')).toEqual([two.id]);
  const where = encodeURIComponent(JSON.stringify([{ field: 'subject', op: 'contains', value: 'one' }]));
  expect(await listed(`&where=${where}`)).toEqual([one.id]);
  const counted = await data<{ count: number }>('budi', 'GET', '/api/tickets/count?follower=me');
  expect(counted.count).toBe(2);
  const change = { action: 'tag', add: ['followed'], remove: [] };
  const bulk = await data<{ id: number }>('budi', 'POST', '/api/tickets/bulk', {
    change,
    tickets: { filter: { follower: 'me' } },
  });
  await expect
    .poll(
      async () =>
        await data<{ status: string; total: number }>('budi', 'GET', `/api/tickets/bulk/${bulk.id}`),
      { timeout: 15_000 },
    )
    .toMatchObject({ status: 'done', total: 2, changed: 2 });
  expect((await data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${other.id}`)).ticket.tags).toEqual([]);
});

it('one’s screens hear when one begins to follow, by hand, by a mention or by a merge, and when one stops', async () => {
  const [one, into] = [await create({ subject: 'A' }), await create({ subject: 'B' })];
  const socket = await t.connect('budi');
  const heard: { ticket_id: number; follows: boolean }[] = [];
  socket.on('ticket-followed', (event: (typeof heard)[number]) => void heard.push(event));
  await socket.emitWithAck('resume', { after: null, topics: [] });
  await follow('budi', one.id);
  await follow('budi', one.id);
  await follow('budi', one.id, false);
  await data('dewi', 'POST', `/api/tickets/${one.id}/notes`, {
    client_key: 'followed-note',
    body: `@{${t.idOf('budi')}} look`,
  });
  await data('dewi', 'POST', `/api/tickets/${into.id}/merge`, { from: [one.id] });
  await data('dewi', 'POST', `/api/tickets/${one.id}/unmerge`, {});
  const [a, b] = [one.id, into.id];
  await expect
    .poll(() => heard)
    .toEqual([
      { ticket_id: a, follows: true },
      { ticket_id: a, follows: false },
      { ticket_id: a, follows: true },
      { ticket_id: b, follows: true },
      { ticket_id: b, follows: false },
    ]);
});
