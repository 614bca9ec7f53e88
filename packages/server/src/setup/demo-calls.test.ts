import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDb, type Db } from '#platform/db';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { setUpDemo } from './demo.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, pino({ level: 'silent' }));
  await setUpDemo(db, { password: 'demo password 1', keep: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('ninety days are behind it: everybody’s time follows on, every channel has something, and shifts are kept to', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(distinct started_at::date)::int from user_activity_log) as days,
      (select count(*)::int from (select started_at, lag(started_at) over (partition by user_id order by id) as before
        from user_activity_log) l where started_at <= before) as out_of_order,
      (select count(*)::int from (select user_activity_id, lead(user_activity_id) over (partition by user_id order by id) as next
        from user_activity_log) l where user_activity_id = next) as twice,
      (select count(distinct media_id)::int from messages where kind = 'outbound') as channels,
      (select count(*)::int from messages where created_at > now()) as to_come,
      (select count(distinct day)::int from shifts where day >= current_date) as planned,
      (select avg(extract(epoch from (select sum(upper(p) - lower(p)) from unnest(
          (tstzmultirange(s.during) - s.breaks) * coalesce(w.during, '{}')) p)) / (7.5 * 3600 - 300))::float8
        from shifts s left join (
          select user_id, range_agg(tstzrange(started_at, ended_at)) as during from (
            select user_id, user_activity_id, started_at, lead(started_at) over (partition by user_id order by id) as ended_at
            from user_activity_log) l where user_activity_id not in (1, 3) and ended_at is not null group by 1) w on w.user_id = s.user_id
        where s.day < current_date and s.day > current_date - 60) as kept`.execute(db.q);
  expect(rows[0]).toMatchObject({ out_of_order: 0, twice: 0, to_come: 0, channels: 6 });
  expect(rows[0]?.['days']).toBeGreaterThan(55);
  expect(rows[0]?.['planned']).toBeGreaterThan(7);
  expect(rows[0]?.['kept']).toBeGreaterThan(0.8);
});

it('the demo’s calls are those that its agents were in by their activity, up to now, and the board counts them as reports do', async () => {
  const spent = (activity: number) => sql`(
    select sum(extract(epoch from ended_at - started_at))::int from (
      select user_activity_id, started_at, lead(started_at) over (partition by user_id order by started_at, id) as ended_at
      from user_activity_log) s where user_activity_id = ${activity})`;
  const { rows } = await sql<Record<string, number>>`
    select ${spent(11)} as in_call, ${spent(18)} as in_room,
      (select sum(extract(epoch from ended_at - began_at))::int from phone_legs) as talk,
      (select sum(extract(epoch from left_at - since))::int from call_agents) as room_talk,
      (select count(*)::int from calls c where c.ticket_id is null and c.answered_at is not null) as astray,
      (select count(*)::int from calls where rating is not null) as ratings,
      (select count(*)::int from calls where room_name !~ '^[A-Za-z0-9_-]{1,64}$') as misnamed,
      (select count(*)::int from conversation_legs where ended_at >= began_at) as chats,
      (select count(*)::int from phone_calls p join calls c on c.id = p.call_id where p.is_offered and c.answered_at is null) as lost,
      (select count(*)::int from phone_calls where is_offered) as offered,
      (select count(*)::int from report_call_waits where media_id = 1) as waited,
      (select count(*)::int from user_activity_log where started_at > now()) as to_come
    `.execute(db.q);
  const [figures] = rows;
  expect(figures).toMatchObject({
    talk: figures?.['in_call'],
    room_talk: figures?.['in_room'],
    astray: 0,
    misnamed: 0,
    waited: figures?.['offered'],
    to_come: 0,
  });
  expect(
    Math.min(
      figures?.['in_call'] ?? 0,
      figures?.['in_room'] ?? 0,
      figures?.['ratings'] ?? 0,
      figures?.['chats'] ?? 0,
      figures?.['lost'] ?? 0,
    ),
  ).toBeGreaterThan(10);
});
