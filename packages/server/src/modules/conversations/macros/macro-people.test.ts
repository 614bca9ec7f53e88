/** @module-tag full */
import type { Message, ResponseOf, runMacro, Ticket, TicketNotice } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

type Done = ResponseOf<typeof runMacro>['data'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const { data, key, create } = deskOf(() => t);

const save = (values: object) =>
  t.as('admin', 'POST', '/api/settings/macros', { values: { name: key(), ...values } });
async function macro(values: object): Promise<number> {
  const answer = await save(values);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: { id: number } }).data.id;
}
const run = (ticket: Ticket, macro_id: number, by: Username = 'supervisor') =>
  t.as(by, 'POST', `/api/tickets/${ticket.id}/macros`, {
    macro_id,
    version: ticket.version,
    client_key: key(),
  });
const notesOf = async (id: number) =>
  (await data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline`)).filter(
    ({ kind }) => kind === 'note',
  );
const noticesOf = (by: Username) => data<TicketNotice[]>(by, 'GET', '/api/notices');

describe('a macro that gives a ticket to somebody', () => {
  it('does so, takes the permission to assign, and is taken back', async () => {
    const ticket = await create();
    const id = await macro({ assign_to_id: t.idOf('budi'), status: 'pending' });
    const answer = await run(ticket, id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const done = (answer.body as { data: Done }).data;
    expect(done.ticket).toMatchObject({ assignee_id: t.idOf('budi'), status: 'pending' });
    const undone = await t.as('supervisor', 'POST', `/api/macros/runs/${done.run_id}/undo`, {});
    expect(undone).toMatchObject({ status: 200, body: { data: { assignee_id: null, status: 'open' } } });
    const viewer = await t.app.modules.auth.viewer(await t.signIn('dewi'));
    const codes = new Set(['TICKETS:EDIT', 'TICKETS:REPLY']);
    const other = await create();
    await expect(
      t.app.modules.conversations.runMacro({ ...viewer, codes }, other.id, {
        macro_id: id,
        version: 1,
        client_key: key(),
      }),
    ).rejects.toMatchObject({ code: 'forbidden', details: { needed: 'TICKETS:ASSIGN' } });
  });

  it('is refused with the name of who is of another department, unless the ticket moves there', async () => {
    const ticket = await create();
    const id = await macro({ assign_to_id: t.idOf('sarah'), note: 'never written' });
    expect(await run(ticket, id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { reason: 'person_elsewhere', name: 'سارة القحطاني' } },
    });
    expect(await notesOf(ticket.id)).toEqual([]);
    const moving = await macro({ assign_to_id: t.idOf('sarah'), move_to_id: t.departmentIds[1] });
    expect(await run(ticket, moving)).toMatchObject({
      status: 200,
      body: { data: { ticket: { assignee_id: t.idOf('sarah'), department_id: t.departmentIds[1] } } },
    });
  });

  it('is refused when they are gone, and is not kept for somebody who is not there, or beside another assignee', async () => {
    const ticket = await create();
    const id = await macro({ assign_to_id: t.idOf('budi') });
    const { pool } = t.platform.db;
    await pool.query('update users set is_active = false where id = $1', [t.idOf('budi')]);
    expect(await run(ticket, id)).toMatchObject({
      status: 409,
      body: { details: { reason: 'person_gone' } },
    });
    expect(await save({ assign_to_id: t.idOf('budi') })).toMatchObject({
      status: 422,
      body: { code: 'invalid_reference' },
    });
    await pool.query('update users set is_active = true where id = $1', [t.idOf('budi')]);
    expect(await save({ assign_to_id: 999_999 })).toMatchObject({ body: { code: 'invalid_reference' } });
    expect(await save({ assign_to_id: t.idOf('budi'), assignee: 'me' })).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: 'values.assign_to_id' }] },
    });
  });

  it('goes into a file by their name and comes back', async () => {
    await macro({ name: 'To Budi', assign_to_id: t.idOf('budi') });
    const { body } = await t.call('GET', '/api/settings/macros/export', { token: await t.signIn('admin') });
    const line = String(body)
      .split(/\r?\n/)
      .find((one) => one.includes('To Budi'));
    expect(line).toContain('Budi Santoso');
  });
});

describe('the note of a macro', () => {
  it('tells whom it mentions, who follow from then on', async () => {
    const ticket = await create();
    const id = await macro({ note: `@{${t.idOf('budi')}} please look at {{ticket.number}}` });
    expect((await run(ticket, id)).status).toBe(200);
    const told = await noticesOf('budi');
    expect(told.filter((one) => one.ticket.id === ticket.id)).toMatchObject([
      { kind: 'mention', text: `@Budi Santoso please look at ${ticket.number}` },
    ]);
  });

  it('that mentions who may not see the ticket is refused as a whole, unless it moves where they do', async () => {
    const ticket = await create();
    const note = `@{${t.idOf('sarah')}} yours`;
    const refused = await run(ticket, await macro({ note, status: 'pending' }));
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_reference' } });
    expect(await notesOf(ticket.id)).toEqual([]);
    expect((await run(ticket, await macro({ note, move_to_id: t.departmentIds[1] }))).status).toBe(200);
    const told = await noticesOf('sarah');
    expect(told).toMatchObject([{ kind: 'mention', ticket: { id: ticket.id } }]);
  });
});
