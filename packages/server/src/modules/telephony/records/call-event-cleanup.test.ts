import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('forgets what gateways told a quarter of a year ago, and keeps the rest', async () => {
  const { db } = app.platform;
  const now = app.clock.now().getTime();
  const ago = (days: number) => new Date(now - days * DAY_MS);
  await sql`select ensure_month_partitions('phone_happenings', ${ago(130)}::date, ${ago(0)}::date)`.execute(
    db.q,
  );
  for (const days of [120, 91, 89, 1]) {
    await sql`insert into phone_happenings (gateway_id, at, key, linked, happening, stored_at)
      values (1, ${ago(days)}, 'one', 'a', '{}', ${ago(days)})`.execute(db.q);
    await sql`insert into phone_echoes (user_id, event, uniqueid, eventtime, took_ms, received_at)
      select id, 'agent-called-event', 'a', ${ago(days / 3)}, 1, ${ago(days / 3)} from users where username = 'dewi'`.execute(
      db.q,
    );
  }
  await db.transaction((tx) => tx.enqueue('telephony:forget', {}));
  const left = async () => {
    const { rows } = await sql<{ happenings: number; echoes: number }>`
      select (select count(*)::int from phone_happenings) happenings, (select count(*)::int from phone_echoes) echoes`.execute(
      db.q,
    );
    return rows[0];
  };
  await expect.poll(left, { timeout: 10_000 }).toEqual({ happenings: 2, echoes: 2 });
});
