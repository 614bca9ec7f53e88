import { Activity, Media, MESSAGE_READY_ACTIVITIES } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { SYSTEM } from '#modules/tickets';
import { createRandom } from '../src/setup/random.ts';
import { createRoutingService } from '../src/modules/conversations/routing/routing-service.ts';

const AGENTS = 36;
/** The core run is smaller. */
const isCore = process.env['TEST_RUN'] === 'core';
const ARRIVALS = isCore ? 700 : 2000;
const BATCH = 40;
const AT_ONCE = 12;
const TURNS = isCore ? 20 : 55;
const WHATSAPP_WEIGHT = 2;
/** Printed when the test fails: the same seed gives the same random numbers, but parallel work may end in another order. */
const SEED = Number(process.env['ROUTING_SEED'] ?? Date.now() % 1_000_000);
const random = createRandom(SEED);

class Crash extends Error {}

let t: TestApp;
let people: number[];
let routers: ReturnType<typeof createRoutingService>[];
let arrived = 0;
let crashes = 0;

beforeAll(async () => {
  t = await testApp();
  await t.widget();
  people = await createAgents();
  await setRules();
  await watchOffers();
  routers = [crashingRouter(), crashingRouter()];
}, 30_000);
afterAll(() => t.close());

/** Creates agents of different capacity, each with an open screen; returns their ids. */
async function createAgents(): Promise<number[]> {
  const { q } = t.platform.db;
  const { rows } = await sql<{ id: number }>`
    insert into users (username, fullname, password_hash, user_level_id, chat_capacity, sounds)
    select 'agent-' || n, 'Agent ' || n, u.password_hash, u.user_level_id, n % 5, '{}'
    from users u, generate_series(1, ${AGENTS}::int) n where u.username = 'dewi' returning id`.execute(q);
  const ids = rows.map(({ id }) => id);
  for (const [n, id] of ids.entries()) {
    const departments = n % 3 === 2 ? t.departmentIds : [t.departmentIds[n % 3] ?? 0];
    await sql`insert into user_departments select ${id}, unnest(${departments}::bigint[])`.execute(q);
    await setActivity(id, Activity.ready);
  }
  return ids;
}

/**
 * Skills that some have, one that nobody has, two media of different weight, and a department that takes another's overflow.
 */
async function setRules(): Promise<void> {
  const { q } = t.platform.db;
  await sql`
    insert into skills (name, least, language, account_ids) values
      ('Bahasa Indonesia', 2, 'id', '{}'), ('Grinders', 5, null, array(select id from channel_accounts)),
      ('Nobody knows', 3, 'en', '{}')`.execute(q);
  await sql`
    insert into user_skills select u.id, s.id, 1 + (u.id + s.id) % 5 from users u, skills s
    where s.name <> 'Nobody knows' and (u.id + s.id) % 2 = 0`.execute(q);
  await sql`update departments set overflow_id = ${t.departmentIds[1]}, overflow_seconds = 40
    where id = ${t.departmentIds[0]}`.execute(q);
  const routing = {
    ring_seconds: 20,
    priority_seconds: 60,
    return_days: 7,
    weights: [{ media_id: Media.whatsapp, weight: WHATSAPP_WEIGHT }],
  };
  expect((await t.as('admin', 'PATCH', '/api/configs/app', { routing })).status).toBe(200);
}

/** A trigger checks every offer at the moment it is made, and notes the wrong ones in `wrong_offers`. */
async function watchOffers(): Promise<void> {
  const takes = sql.raw(MESSAGE_READY_ACTIVITIES.join(','));
  const weightOf = (alias: string) =>
    sql.raw(`(1 + (${alias}.media_id = ${Media.whatsapp})::int * ${WHATSAPP_WEIGHT - 1})`);
  await sql`create table wrong_offers (what text, conversation_id bigint, user_id bigint)`.execute(
    t.platform.db.q,
  );
  await sql`
    create function look_at_offer() returns trigger language plpgsql as $$
    declare load int; held int; most int;
    begin
      select coalesce(sum(${weightOf('c')}), 0), count(*) into load, held from conversations c
        where c.id <> new.id and (c.status = 'active' and c.agent_id = new.offered_to
          or c.status = 'offered' and c.offered_to = new.offered_to);
      select chat_capacity into most from users where id = new.offered_to;
      if load + ${weightOf('new')} > most and (held > 0 or most = 0) then
        insert into wrong_offers values ('too much', new.id, new.offered_to);
      end if;
      if not exists (select from agent_states s where s.user_id = new.offered_to
          and s.user_activity_id in (${takes}) and s.left_at is null) then
        insert into wrong_offers values ('not there', new.id, new.offered_to);
      end if;
      if not exists (select from user_departments d join departments own on own.id = new.department_id
          where d.user_id = new.offered_to and d.department_id in (own.id, own.overflow_id)) then
        insert into wrong_offers values ('other department', new.id, new.offered_to);
      end if;
      if old.status <> 'waiting' then
        insert into wrong_offers values ('not waiting', new.id, new.offered_to);
      end if;
      return new;
    end $$`.execute(t.platform.db.q);
  await sql`create trigger look_at_offer after update on conversations for each row
    when (new.status = 'offered') execute function look_at_offer()`.execute(t.platform.db.q);
}

type Parts = Parameters<typeof createRoutingService>[0];

/** A router as of another process. It logs nothing, as its failures are the test's own. */
function routerWith(parts: Partial<Parts>) {
  const { app, platform } = t;
  const quiet = { define: () => undefined, schedule: () => undefined, on: () => undefined };
  return createRoutingService({
    ...platform,
    ...app.modules,
    log: platform.log.child({}, { level: 'silent' }),
    jobs: { ...platform.jobs, ...quiet },
    notices: { ...platform.notices, on: quiet.on },
    events: { ...platform.events, onEvent: quiet.on },
    emitConversation: () => undefined,
    ringOf: () => undefined,
    offerEnded: () => Promise.resolve(),
    kinds: () => [{ ring: undefined, mediaIds: [Media.liveChat, Media.whatsapp] }],
    ...parts,
  });
}

/** A router that crashes at random: in the middle of a pass, before its commit, or after it. */
function crashingRouter() {
  const dies = (share: number) => {
    if (!random.chance(share)) return;
    crashes += 1;
    throw new Crash();
  };
  const { db } = t.platform;
  const transaction: Parts['db']['transaction'] = async (work) => {
    const result = await db.transaction(async (tx) => {
      const value = await work(tx);
      dies(0.25);
      return value;
    });
    dies(0.25);
    return result;
  };
  return routerWith({
    db: { ...db, transaction },
    emitConversation: () => dies(0.1),
    offerEnded: () => Promise.resolve(dies(0.1)),
  });
}

/** A batch of customers writes at once, on two channels, in two languages, with all priorities. */
async function arrive(): Promise<void> {
  const from = arrived;
  arrived += BATCH;
  await sql`
    with people as (
      insert into customers (name, language) select 'Customer ' || n, case n % 3 when 0 then 'id' else 'en' end
      from generate_series(${from + 1}::int, ${arrived}::int) n returning id
    ), placed as (
      select id, row_number() over () + ${from}::int as n from people
    ), opened as (
      insert into tickets (number, subject, department_id, priority_id, media_id, customer_id)
      select 'r-' || n, 'Ticket ' || n, (${t.departmentIds}::bigint[])[1 + n % 2],
        (select id from priorities order by rank offset n % 4 limit 1),
        case n % 4 when 0 then ${Media.whatsapp}::int else ${Media.liveChat}::int end, id
      from placed returning id, customer_id, department_id, media_id
    )
    insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, waiting_since)
    select id, customer_id, media_id, (select min(id) from channel_accounts), 'r-' || id, department_id,
      ${t.clock.now().toISOString()}::timestamptz from opened`.execute(t.platform.db.q);
}

async function arriveAndWake(): Promise<void> {
  await arrive();
  t.app.modules.conversations.wake();
}

async function setActivity(id: number, activity: (typeof Activity)[keyof typeof Activity]): Promise<void> {
  const { agents } = t.app.modules;
  await agents.openScreen(id);
  await t.platform.db.transaction((tx) => agents.change(tx, id, { activity, cause: 'chosen' }));
  await agents.markSeen([id]);
}

async function leave(id: number): Promise<void> {
  await t.app.modules.agents.markLeft(id);
  await t.app.modules.conversations.withdrawFrom(id);
}

const viewerOf = async (id: number): Promise<Viewer> => {
  const viewer = await t.app.modules.auth.viewerOf(id);
  if (!viewer) throw new Error('nobody');
  return viewer;
};

type OfferedRow = {
  id: number;
  ticket_id: number;
  offered_to: number;
  agent_id: number;
  taken_key: string | null;
};
async function findAny(status: 'offered' | 'active' | 'waiting'): Promise<OfferedRow | undefined> {
  const { rows } =
    await sql<OfferedRow>`select id, ticket_id, offered_to, agent_id, taken_key from conversations
    where status = ${status} order by md5(id::text || ${String(random.below(1e9))}) limit 1`.execute(
      t.platform.db.q,
    );
  return rows[0];
}

/** Changes a ticket in a transaction, as somebody at the desk would; does nothing without a row. */
async function change(
  row: OfferedRow | undefined,
  work: (tx: Tx, row: OfferedRow) => Promise<unknown>,
): Promise<void> {
  if (row) await t.platform.db.transaction((tx) => work(tx, row));
}

async function changeTicket(
  row: OfferedRow | undefined,
  patch: { status: 'solved' } | { assignee_id: null },
): Promise<void> {
  const { tickets } = t.app.modules;
  await change(row, async (tx, { ticket_id: id }) => {
    const ticket = await tickets.lock(tx, id);
    if (ticket) await tickets.change(tx, ticket, patch, SYSTEM);
  });
}

const DEEDS: readonly (() => Promise<unknown>)[] = [
  arriveAndWake,
  arriveAndWake,
  () =>
    setActivity(
      random.pick(people),
      random.pick([Activity.ready, Activity.messagesOnly, Activity.onBreak, Activity.offline]),
    ),
  () => setActivity(random.pick(people), Activity.ready),
  () => leave(random.pick(people)),
  ...Array.from({ length: 6 }, () => async () => {
    const row = await findAny('offered');
    if (row) await t.app.modules.conversations.accept(await viewerOf(row.offered_to), row.id);
  }),
  async () => {
    const row = await findAny('offered');
    if (row) await t.app.modules.conversations.decline(await viewerOf(row.offered_to), row.id);
  },
  async () => {
    t.clock.advance(random.pick([1000, 5000, 31_000]));
    await t.app.modules.agents.markSeen(people);
    await random.pick(routers).endOffers();
  },
  ...Array.from({ length: 4 }, () => async () => changeTicket(await findAny('active'), { status: 'solved' })),
  async () => changeTicket(await findAny('active'), { assignee_id: null }),
  async () =>
    change(await findAny('waiting'), async (tx, { id }) => {
      const row = await t.app.modules.conversations.find(id);
      if (row) await t.app.modules.conversations.end(tx, row, SYSTEM);
    }),
  async () =>
    t.app.modules.conversations.takeNext(await viewerOf(random.pick(people)), `taken-${random.below(1e9)}`),
  () => Promise.all(routers.map((router) => router.route())),
];

/** Crashes of the test's own, and refusals because somebody was too late or too busy, are expected. Anything else is thrown. */
async function allowRefusal(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    const { code } = error as { code?: string };
    const isExpected =
      error instanceof Crash ||
      ['offer_gone', 'hands_full', 'already_assigned', 'forbidden'].includes(code ?? '');
    if (!isExpected) throw error;
  }
}

async function count(where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from conversations c
    join tickets t on t.id = c.ticket_id where ${where}`.execute(t.platform.db.q);
  return rows[0]?.n ?? 0;
}

/** One row at a time: a statement for all could deadlock with a routing pass, which locks several in its own order. */
async function endAll(where: ReturnType<typeof sql>): Promise<void> {
  const { q } = t.platform.db;
  const { rows } = await sql<{ id: number }>`select id from conversations where ${where}`.execute(q);
  for (const { id } of rows)
    await sql`update conversations set status = 'ended' where id = ${id} and ${where}`.execute(q);
}

/** Routes with agents who finish at once, until three passes in a row give nobody anything; returns how many still wait. */
async function clearAll(): Promise<number> {
  const waiting = () => count(sql`c.status = 'waiting'`);
  // To save time, two thirds of those who wait give up.
  await endAll(sql`status = 'waiting' and id % 3 <> 0`);
  let fruitless = 0;
  for (let left = await waiting(); left > 0 && fruitless < 3;) {
    await endAll(sql`status in ('offered', 'active')`);
    // Long enough for all rings to end, for the overflow, and for asking those again who did not pick up.
    t.clock.advance(120_000);
    // The jump of the clock may have marked agents as gone.
    if (fruitless > 0) for (const id of people) await setActivity(id, Activity.ready);
    await t.app.modules.agents.markSeen(people);
    await t.app.modules.conversations.route();
    const before = left;
    left = await waiting();
    fruitless = left < before ? 0 : fruitless + 1;
  }
  return waiting();
}

it(`whoever comes and goes, and whatever dies in the middle, nobody is lost, doubled or given too much (seed ${SEED})`, async () => {
  const { q } = t.platform.db;
  for (let turn = 0; turn < TURNS || arrived < ARRIVALS; turn += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => allowRefusal(random.pick(DEEDS))));
  }
  expect(crashes).toBeGreaterThan(TURNS / 10);
  expect((await sql`select * from wrong_offers`.execute(q)).rows).toEqual([]);
  expect(await count(sql`true`)).toBe(arrived);
  // An active conversation is its assignee's; one that is offered or waits has no assignee.
  expect(await count(sql`c.status = 'active' and c.agent_id is distinct from t.assignee_id`)).toBe(0);
  expect(await count(sql`c.status = 'active' and c.offered_to is not null`)).toBe(0);
  expect(await count(sql`c.status = 'offered' and (c.offered_to is null or t.assignee_id is not null)`)).toBe(
    0,
  );
  expect(
    await count(sql`c.status = 'waiting' and (c.offered_to is not null or t.assignee_id is not null)`),
  ).toBe(0);
}, 120_000);

it(
  `and everybody has somebody in the end, the last ring asks for nothing more (seed ${SEED})`,
  { tags: 'full', timeout: 120_000 },
  async () => {
    for (const id of people) await setActivity(id, Activity.ready);
    expect(await clearAll()).toBe(0);
    expect((await sql`select * from wrong_offers`.execute(t.platform.db.q)).rows).toEqual([]);
  },
);

/** Makes the database refuse every offer of the conversation that is created next; returns its id. */
async function refuseNext(): Promise<number> {
  const { q } = t.platform.db;
  const { rows } = await sql<{
    id: number;
  }>`select pg_sequence_last_value(pg_get_serial_sequence('conversations', 'id')::regclass) + 1 as id`.execute(
    q,
  );
  const id = rows[0]?.id ?? 0;
  await sql`create function refuse_offer() returns trigger language plpgsql as $$
    begin raise 'it cannot be offered'; end $$`.execute(q);
  await sql`create trigger refuse_offer before update on conversations for each row
    when (new.status = 'offered' and new.id = ${sql.lit(id)}) execute function refuse_offer()`.execute(q);
  return id;
}

it('what cannot be offered does not keep those behind it waiting', async () => {
  await endAll(sql`status <> 'ended'`);
  for (const id of people) await setActivity(id, Activity.ready);
  const broken = await refuseNext();
  await arrive();
  t.clock.advance(120_000);
  await t.app.modules.agents.markSeen(people);
  await routerWith({}).route();
  // Polled, as the app's own routing may still be working on some of them.
  await expect.poll(() => count(sql`c.status = 'offered'`)).toBe(BATCH - 1);
  expect(await count(sql`c.status = 'waiting' and c.id = ${broken}`)).toBe(1);
});
