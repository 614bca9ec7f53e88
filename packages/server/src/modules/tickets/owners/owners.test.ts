/** @module-tag full */
import type { Message, Person, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
let widget: string;
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());
const { data, create, key } = deskOf(() => t);
const owned = (username: Username) => create({ assignee_id: t.idOf(username) }, 'admin');

const person = async (username: Username) =>
  (await data<Person[]>('admin', 'GET', '/api/users')).find((one) => one.username === username) as Person;
const deactivate = async (username: Username, body: object) => {
  const { id, version } = await person(username);
  return data<Person>('admin', 'POST', `/api/users/${id}/deactivate`, { version, ...body });
};
const moveTo = async (username: Username, department_ids: (number | undefined)[]) => {
  const { id, version } = await person(username);
  return data<Person>('admin', 'PATCH', `/api/users/${id}`, { version, department_ids });
};
const read = async (id: number) =>
  (await data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const eventsOf = async (id: number) =>
  (await data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline`)).flatMap(({ event }) => event ?? []);
const write = async (visitor: string, body: string) => {
  const answer = await t.call('POST', '/api/livechat/chat/messages', {
    token: visitor,
    body: { client_key: key(), body, file_ids: [] },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
/** Creates a chat that Budi has taken. */
async function chat(): Promise<{ id: number; visitor: string }> {
  const visitor = await t.visitor(widget);
  const begun = await t.call('POST', '/api/livechat/chat', {
    token: visitor,
    body: { client_key: key(), name: 'Rina', question: 'Hello' },
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { rows } = await t.platform.db.pool.query<{ id: number; version: number }>(
    'select id, version from tickets order by id desc limit 1',
  );
  const { id, version } = rows[0] ?? { id: 0, version: 0 };
  await data('admin', 'POST', `/api/tickets/${id}/assign`, { version, assignee_id: t.idOf('budi') });
  return { id, visitor };
}
beforeEach(async () => {
  await t.platform.db.pool.query('update users set is_active = true');
});

describe('the next event on a ticket whose owner has gone', () => {
  it('clears the owner, says why, and lets it be routed again', async () => {
    const { id, visitor } = await chat();
    await deactivate('budi', { hand_over: 'leave' });
    expect(await read(id)).toMatchObject({ assignee_id: t.idOf('budi') });
    await write(visitor, 'Anybody there?');
    expect(await read(id)).toMatchObject({ assignee_id: null, unread: 2 });
    expect(await eventsOf(id)).toContainEqual({
      type: 'owner_cleared',
      user_id: t.idOf('budi'),
      name: 'Budi Santoso',
      reason: 'inactive',
    });
    const { rows } = await t.platform.db.pool.query('select status from conversations where ticket_id = $1', [
      id,
    ]);
    expect(rows).toMatchObject([{ status: 'waiting' }]);
  });

  it('is any change or note too, and never one of a ticket that is over', async () => {
    const [changed, noted, closed] = [await owned('dewi'), await owned('dewi'), await owned('dewi')];
    const solve = { version: closed.version };
    await data('admin', 'POST', `/api/tickets/${closed.id}/solve`, solve);
    await deactivate('dewi', { hand_over: 'leave' });
    await data('admin', 'PATCH', `/api/tickets/${changed.id}`, { version: changed.version, subject: 'New' });
    const note = { client_key: key(), body: 'Who has this?', file_ids: [] };
    await data('admin', 'POST', `/api/tickets/${noted.id}/notes`, note);
    const over = await read(closed.id);
    const { rows: others } = await t.platform.db.pool.query<{ id: number }>(
      'select id from priorities where id <> $1 limit 1',
      [over.priority_id],
    );
    const edit = { version: over.version, priority_id: others[0]?.id };
    expect(await data('admin', 'PATCH', `/api/tickets/${closed.id}`, edit)).toMatchObject({
      priority_id: others[0]?.id,
    });
    const after = await Promise.all([changed, noted, closed].map((one) => read(one.id)));
    expect(after.map(({ assignee_id: owner }) => owner)).toEqual([null, null, t.idOf('dewi')]);
    await data('admin', 'POST', `/api/tickets/${closed.id}/reopen`, { version: over.version + 1 });
    expect(await read(closed.id)).toMatchObject({ status: 'open', assignee_id: null });
  });

  it('clears whoever no longer sees the department, and nobody who was given it there on purpose', async () => {
    const [care, billing] = t.departmentIds;
    const lost = await owned('budi');
    await moveTo('budi', [billing]);
    const onPurpose = await owned('budi');
    const foreign = await owned('sarah');
    for (const { id, version } of [lost, onPurpose, foreign])
      await data('admin', 'PATCH', `/api/tickets/${id}`, { version, subject: 'Changed' });
    expect(await read(lost.id)).toMatchObject({ assignee_id: null });
    expect(await eventsOf(lost.id)).toContainEqual(expect.objectContaining({ reason: 'no_access' }));
    expect(await read(foreign.id)).toMatchObject({ assignee_id: t.idOf('sarah') });
    const again = await read(onPurpose.id);
    await data('admin', 'POST', `/api/tickets/${again.id}/assign`, {
      version: again.version,
      assignee_id: t.idOf('budi'),
    });
    const given = await read(again.id);
    await data('admin', 'PATCH', `/api/tickets/${given.id}`, {
      version: given.version,
      subject: 'Once more',
    });
    expect(await read(given.id)).toMatchObject({ assignee_id: t.idOf('budi') });
    await moveTo('budi', [care]);
  });
});

describe('handing over', () => {
  const ofDewi = async () => {
    const { rows } = await t.platform.db.pool.query<{ n: number }>(
      "select count(*)::int as n from tickets where assignee_id = $1 and status = 'open'",
      [t.idOf('dewi')],
    );
    return rows[0]?.n;
  };

  it('routes open tickets again, or gives them to somebody', async () => {
    const first = await owned('dewi');
    expect(await data('admin', 'GET', `/api/users/${t.idOf('dewi')}/leaving`)).toMatchObject({
      open_tickets: 1,
    });
    await deactivate('dewi', { hand_over: 'route' });
    await expect.poll(ofDewi, { timeout: 10_000 }).toBe(0);
    expect(await read(first.id)).toMatchObject({ assignee_id: null });
    const { id, version } = await person('dewi');
    await data('admin', 'POST', `/api/users/${id}/activate`, { version });
    const second = await owned('dewi');
    await deactivate('dewi', { hand_over: 'person', to_id: t.idOf('budi') });
    await expect.poll(ofDewi, { timeout: 10_000 }).toBe(0);
    expect(await read(second.id)).toMatchObject({ assignee_id: t.idOf('budi') });
  });

  it('to somebody who is not there is refused, and nothing has happened', async () => {
    const { id, version } = await person('dewi');
    for (const to_id of [id, 999_999, null]) {
      const body = { version, hand_over: 'person', to_id };
      expect((await t.as('admin', 'POST', `/api/users/${id}/deactivate`, body)).status).toBe(422);
    }
    expect(await person('dewi')).toMatchObject({ is_active: true, version });
  });
});
