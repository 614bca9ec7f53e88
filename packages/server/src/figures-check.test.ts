import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../test/app.ts';
import { deskOf } from '../test/desk.ts';
import { figuresCheck } from './figures-check.ts';

const WELL =
  /^The sums of \d days are what their tickets say\.\nWhat is kept of the messages of \d tickets is what they say\.$/;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('compares the daily sums with the tickets, reports differences, and recomputes the sums', async () => {
  const said: string[] = [];
  const run = (rebuild = false) =>
    figuresCheck({
      root: '/',
      env: { DATABASE_URL: t.databaseUrl },
      say: (line) => void said.push(line),
      rebuild,
    });
  const { q } = t.platform.db;
  await deskOf(() => t).create();
  await run();
  expect(said.pop()).toMatch(
    /^The sums of 0 days are what their tickets say\. \d more are not summed up as they are now, and are read from the tickets\.\nWhat is kept of the messages of \d tickets is what they say\./,
  );
  await t.app.modules.reporting.ticketDays.sumDays();
  await t.app.modules.reporting.messageFigures.count();
  await run();
  expect(said.pop()).toMatch(WELL);
  await sql`update ticket_day_sums set created = 7, replies = '{61}' where department_id <> 0`.execute(q);
  await expect(run()).rejects.toThrow(
    new RegExp(
      `^Of \\d days 1 are not what their tickets say:\n  [0-9-]+, department ${t.departmentIds[0]}: created, replies\nnpm run`,
    ),
  );
  await run(true);
  expect(said.pop()).toBe('What differed or was missing is summed up anew.');
  await run();
  expect(said.pop()).toMatch(WELL);
});

it('compares the stored message figures with the messages, names the tickets that differ, and recounts them', async () => {
  const said: string[] = [];
  const run = (rebuild = false) =>
    figuresCheck({
      root: '/',
      env: { DATABASE_URL: t.databaseUrl },
      say: (line) => void said.push(line),
      rebuild,
    });
  const { q } = t.platform.db;
  const { id } = await deskOf(() => t).create();
  await run(true);
  // As a faulty disk would: without a mark for the change.
  await sql`insert into message_waits (ticket_id, message_id, at, media_id, department_id, is_first, outcome)
    values (${id}, 1, now(), 6, 1, true, 'open')`.execute(q);
  await expect(run()).rejects.toThrow(
    new RegExp(
      `Of \\d tickets 1 are not what their messages say:\n  ticket with the id ${id}: message_waits\nnpm run`,
    ),
  );
  await run(true);
  await run();
  expect(said.pop()).toMatch(WELL);
});
