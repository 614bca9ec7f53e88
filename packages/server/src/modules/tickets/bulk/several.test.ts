/** @module-tag full */
import type { Message, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bulkDesk, type BulkDesk } from '../../../../test/bulk-desk.ts';
import { deskOf } from '../../../../test/desk.ts';

let t: TestApp;
let desk: BulkDesk;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  desk = await bulkDesk(t);
});
afterAll(() => t.close());

const macro = async (values: object): Promise<number> =>
  (
    await data<{ id: number }>('admin', 'POST', '/api/settings/macros', {
      values: { name: key(), ...values },
    })
  ).id;
const notesOf = async ({ id }: Ticket) =>
  (await data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline`)).filter(
    ({ kind }) => kind === 'note',
  );
const undo = async (id: number) =>
  desk.ended('supervisor', await desk.post('supervisor', `/api/tickets/bulk/${id}/undo`, {}));

it('sets several fields of every ticket in one change, which one undo takes back', async () => {
  const [first] = await data<{ id: number }[]>('admin', 'GET', '/api/settings/priorities');
  const tickets = await desk.create(3, { tags: ['new'] });
  const [done] = tickets;
  await data('admin', 'POST', `/api/tickets/${done?.id}/solve`, { version: 1 });
  const bulk = await desk.run(
    'supervisor',
    {
      action: 'update',
      status: 'pending',
      priority_id: first?.id,
      department_id: t.departmentIds[1],
      assignee_id: t.idOf('sarah'),
      tags_added: ['vip'],
      tags_removed: ['new'],
      fields: {},
    },
    tickets,
  );
  expect(bulk).toMatchObject({ changed: 2, left_out: [{ reason: 'solved', count: 1 }], can_undo: true });
  const after = await desk.now(tickets);
  expect(after[0]).toMatchObject({ status: 'solved', tags: ['new'] });
  for (const ticket of after.slice(1))
    expect(ticket).toMatchObject({
      status: 'pending',
      priority_id: first?.id,
      department_id: t.departmentIds[1],
      assignee_id: t.idOf('sarah'),
      tags: ['vip'],
      version: 2,
    });
  expect(await undo(bulk.id)).toMatchObject({ changed: 2 });
  const back = await desk.now(tickets);
  expect(back.slice(1).map(({ status, tags, department_id }) => ({ status, tags, department_id }))).toEqual(
    tickets.slice(1).map(({ status, tags, department_id }) => ({ status, tags, department_id })),
  );
});

it('takes the permission of each part, and refuses what sets nothing that is there', async () => {
  const [ticket] = await desk.create(1);
  const start = (by: 'dewi' | 'qa', change: object) =>
    t.as(by, 'POST', '/api/tickets/bulk', { change, tickets: { ids: [ticket?.id] } });
  expect((await start('qa', { action: 'update', status: 'pending' })).status).toBe(403);
  expect((await start('dewi', { action: 'update', priority_id: 999_999 })).status).toBe(422);
  expect((await start('dewi', { action: 'macro', macro_id: 999_999 })).status).toBe(404);
});

it('runs a macro on every ticket, leaves out with its reason where it is refused, and takes back what it set', async () => {
  const id = await macro({
    department_id: t.departmentIds[0],
    note: 'Called {{customer.name}}',
    status: 'pending',
    tags_added: 'called',
  });
  const tickets = await desk.create(3);
  const elsewhere = await desk.create(1, { department_id: t.departmentIds[1] });
  const all = [...tickets, ...elsewhere];
  const bulk = await desk.run('supervisor', { action: 'macro', macro_id: id }, all);
  expect(bulk).toMatchObject({
    total: 4,
    changed: 3,
    left_out: [{ reason: 'macro_elsewhere', count: 1 }],
  });
  expect((await desk.now(tickets)).map(({ status, tags }) => [status, tags])).toEqual(
    tickets.map(() => ['pending', ['called']]),
  );
  for (const ticket of tickets)
    expect((await notesOf(ticket)).map(({ body }) => body)).toEqual(['Called Rina Hartono']);
  for (const ticket of elsewhere) expect(await notesOf(ticket)).toEqual([]);
  const { left } = await data<{ left: object[] }>('supervisor', 'GET', `/api/tickets/bulk/${bulk.id}`);
  expect(left).toMatchObject([{ ticket_id: elsewhere[0]?.id, reason: 'macro_elsewhere' }]);

  expect(await undo(bulk.id)).toMatchObject({ changed: 3 });
  expect((await desk.now(tickets)).map(({ status, tags }) => [status, tags])).toEqual(
    tickets.map(() => ['open', []]),
  );
});

it('offers no undo of a macro that only writes', async () => {
  const id = await macro({ note: 'Called' });
  const bulk = await desk.run('supervisor', { action: 'macro', macro_id: id }, await desk.create(2));
  expect(bulk).toMatchObject({ changed: 2, can_undo: false });
});
