/** @module-tag full */
import type { Answers, BulkChange, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bulkDesk, type BulkDesk } from '../../../../test/bulk-desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
let desk: BulkDesk;
let post: BulkDesk['post'];
let ended: BulkDesk['ended'];
let run: BulkDesk['run'];
let now: BulkDesk['now'];
const types = { faulty: 0, other: 0 };
const fields = { cause: 0, part: 0, size: 0 };
beforeAll(async () => {
  t = await testApp();
  desk = await bulkDesk(t);
  ({ post, ended, run, now } = desk);
  types.faulty = await insert(`insert into ticket_types (name) values ('Faulty') returning id`);
  types.other = await insert(`insert into ticket_types (name) values ('Other') returning id`);
  const field = `insert into custom_fields (name, key, entity, kind, required, type_ids) values ($1, $1, 'ticket', $2, $3, $4) returning id`;
  fields.cause = await insert(field, ['cause', 'line', 'solve', [types.faulty]]);
  fields.part = await insert(field, ['part', 'line', 'solve', [types.faulty]]);
  fields.size = await insert(field, ['size', 'number', 'never', []]);
});
afterAll(() => t.close());

async function insert(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await t.platform.db.pool.query<{ id: number }>(text, values);
  return rows[0]?.id ?? 0;
}
const create = (typeId: number, answers: Answers = {}): Promise<Ticket> =>
  desk.createOne({ type_id: typeId, fields: answers });

type Detail = { needs: { ticket_ids: number[]; field_ids: number[] } };
const needsOf = async ({ id }: BulkChange) =>
  ((await t.as('dewi', 'GET', `/api/tickets/bulk/${id}`)).body as { data: Detail }).data.needs;
const undo = async ({ id }: BulkChange) =>
  ended('dewi', await post('dewi', `/api/tickets/bulk/${id}/undo`, {}));

it('says which tickets still need answers to what, and solves them with these', async () => {
  const plain = await create(types.other);
  const bare = await create(types.faulty);
  const half = await create(types.faulty, { [fields.cause]: 'Rust' });
  const first = await run('dewi', { action: 'solve' }, [plain, bare, half]);
  expect(first).toMatchObject({ changed: 1, left_out: [{ reason: 'fields_missing', count: 2 }] });
  expect(await needsOf(first)).toEqual({
    ticket_ids: [bare.id, half.id],
    field_ids: [fields.cause, fields.part],
  });

  const given = { [fields.cause]: 'Wear', [fields.part]: 'Belt' };
  const second = await run('dewi', { action: 'solve', fields: given }, [bare, half]);
  expect(second).toMatchObject({ changed: 2, left_out: [] });
  expect(await needsOf(first)).toEqual({ ticket_ids: [], field_ids: [] });
  const after = await now([bare, half]);
  expect(after.map(({ status }) => status)).toEqual(['solved', 'solved']);
  // Answers that a ticket already had are kept.
  expect(after.map(({ fields: answers }) => answers)).toEqual([
    { [fields.cause]: 'Wear', [fields.part]: 'Belt' },
    { [fields.cause]: 'Rust', [fields.part]: 'Belt' },
  ]);

  expect(await undo(second)).toMatchObject({ changed: 2, left_out: [] });
  const back = await now([bare, half]);
  expect(back.map(({ status, fields: answers }) => [status, answers])).toEqual([
    ['open', {}],
    ['open', { [fields.cause]: 'Rust' }],
  ]);
});

it('gives an answer to many tickets, and takes back what nobody has changed since', async () => {
  const tickets = [await create(types.faulty), await create(types.faulty, { [fields.part]: 'Chain' })];
  const other = await create(types.other);
  const bulk = await run('dewi', { action: 'answer', fields: { [fields.part]: ' Belt ' } }, [
    ...tickets,
    other,
  ]);
  expect(bulk).toMatchObject({ changed: 2, left_out: [{ reason: 'not_here', count: 1 }] });
  const answered = await now(tickets);
  expect(answered.map(({ fields: answers }) => answers[fields.part])).toEqual(['Belt', 'Belt']);
  await t.as('admin', 'PATCH', `/api/tickets/${tickets[0]?.id}`, {
    version: answered[0]?.version,
    fields: { [fields.part]: 'Wheel' },
  });

  expect(await undo(bulk)).toMatchObject({
    changed: 1,
    left_out: [{ reason: 'changed_since', count: 1 }],
  });
  const back = await now(tickets);
  expect(back.map(({ fields: answers }) => answers[fields.part])).toEqual(['Wheel', 'Chain']);
});

it('does not take away what a solved ticket has to say', async () => {
  const ticket = await create(types.faulty, { [fields.cause]: 'Rust', [fields.part]: 'Belt' });
  await run('dewi', { action: 'solve' }, [ticket]);
  const bulk = await run('dewi', { action: 'answer', fields: { [fields.part]: null } }, [ticket]);
  expect(bulk).toMatchObject({ changed: 0, left_out: [{ reason: 'fields_missing', count: 1 }] });
});

it('refuses what is no answer before it begins', async () => {
  const ticket = await create(types.other);
  const refusal = async (username: Username, given: Answers) => {
    await t.signIn(username);
    const change = { action: 'answer', fields: given };
    const body = { change, tickets: { ids: [ticket.id] } };
    const answer = await t.as(username, 'POST', '/api/tickets/bulk', body);
    return (answer.body as { code: string }).code;
  };
  expect(await refusal('dewi', { [fields.size]: 'large' })).toBe('invalid');
  expect(await refusal('dewi', { 999: 'x' })).toBe('invalid');
  expect(await refusal('dewi', {})).toBe('invalid');
  expect(await refusal('qa', { [fields.size]: 3 })).toBe('forbidden');
});

it('stores what is given where other answers are still missing, says so, and takes it back too', async () => {
  const bare = await create(types.faulty);
  const half = await create(types.faulty, { [fields.cause]: 'Rust' });
  const bulk = await run('dewi', { action: 'solve', fields: { [fields.part]: 'Belt' } }, [bare, half]);
  expect(bulk).toMatchObject({
    changed: 1,
    left_out: [{ reason: 'answered', count: 1 }],
    can_undo: true,
  });
  expect((await now([bare, half])).map(({ status, fields: answers }) => [status, answers])).toEqual([
    ['open', { [fields.part]: 'Belt' }],
    ['solved', { [fields.cause]: 'Rust', [fields.part]: 'Belt' }],
  ]);
  expect(await needsOf(bulk)).toEqual({ ticket_ids: [bare.id], field_ids: [fields.cause] });
  const unchanged = await run('dewi', { action: 'solve', fields: { [fields.part]: 'Wheel' } }, [bare]);
  expect(unchanged).toMatchObject({
    changed: 0,
    left_out: [{ reason: 'fields_missing', count: 1 }],
    can_undo: false,
  });

  expect(await undo(bulk)).toMatchObject({ changed: 2, left_out: [] });
  expect((await now([bare, half])).map(({ status, fields: answers }) => [status, answers])).toEqual([
    ['open', {}],
    ['open', { [fields.cause]: 'Rust' }],
  ]);
});

it('puts back that there was no answer to what new tickets must answer', { tags: 'full' }, async () => {
  const ticket = await create(types.faulty);
  const reason = await insert(
    `insert into custom_fields (name, key, entity, kind, required, type_ids)
      values ('reason', 'reason', 'ticket', 'line', 'create', $1) returning id`,
    [[types.faulty]],
  );
  const given = { [fields.cause]: 'Wear', [fields.part]: 'Belt', [reason]: 'Old' };
  const solved = await run('dewi', { action: 'solve', fields: given }, [ticket]);
  const answered = await run('dewi', { action: 'answer', fields: { [reason]: 'New' } }, [ticket]);
  expect(await undo(answered)).toMatchObject({ changed: 1 });
  expect(await undo(solved)).toMatchObject({ changed: 1, left_out: [] });
  expect((await now([ticket]))[0]).toMatchObject({ status: 'open', fields: {} });
  const { changed } = await run('dewi', { action: 'answer', fields: { [reason]: 'Old' } }, [ticket]);
  expect(changed).toBe(1);

  await t.platform.db.pool.query('update custom_fields set is_active = false where id = $1', [reason]);
});

it(
  'puts back that a ticket was solved without what has become required since',
  { tags: 'full' },
  async () => {
    const ticket = await create(types.other);
    await run('dewi', { action: 'solve' }, [ticket]);
    const reopened = await run('dewi', { action: 'reopen' }, [ticket]);
    const late = await insert(
      `insert into custom_fields (name, key, entity, kind, required, type_ids)
      values ('late', 'late', 'ticket', 'line', 'solve', $1) returning id`,
      [[types.other]],
    );
    expect(await undo(reopened)).toMatchObject({ changed: 1, left_out: [] });
    expect((await now([ticket]))[0]?.status).toBe('solved');
    await t.platform.db.pool.query('delete from custom_fields where id = $1', [late]);
  },
);

it('leaves an option away that is no longer there', async () => {
  const colour = await insert(
    `insert into custom_fields (name, key, entity, kind, required, options) values
      ('colour', 'colour', 'ticket', 'choice', 'never',
        '[{"id":"red","name":"Red","is_active":true},{"id":"blue","name":"Blue","is_active":true}]') returning id`,
  );
  const ticket = await create(types.other, { [colour]: 'red' });
  const bulk = await run('dewi', { action: 'answer', fields: { [colour]: 'blue' } }, [ticket]);
  await t.platform.db.pool.query(
    `update custom_fields set options = '[{"id":"blue","name":"Blue","is_active":true}]' where id = $1`,
    [colour],
  );
  expect(await undo(bulk)).toMatchObject({ changed: 0, left_out: [{ reason: 'same', count: 1 }] });
  expect((await now([ticket]))[0]?.fields).toEqual({ [colour]: 'blue' });
});
