import fs from 'node:fs';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/server/dist/platform/postgres/embedded-postgres.js';
import { migrate } from '../../packages/server/dist/platform/postgres/migrate.js';
import { openDb } from '../../packages/server/dist/platform/db.js';
import { createLog } from '../../packages/server/dist/platform/log.js';
import { hashPassword } from '../../packages/server/dist/modules/auth/index.js';
import { insertBasics } from '../../packages/server/dist/setup/workspace.js';
import { FRAGMENTS, fragments } from './vocabulary.mjs';

export const PASSWORD = 'bench-password-1';
export const DEPARTMENTS = 20;
const AGENTS = 1000;
const VISITORS = 200;
/** Sessions are inserted, since hashing a thousand passwords is not to be measured. */
export const agentToken = (n) => `bench-agent-${n}`;
export const visitorToken = (n) => `bench-visitor-${n}`;
const MONTHS = 24;
const BATCH = 100_000;

/** Fills the embedded database with that much history, once: a folder that has it already is used unchanged. `more` adds to it. */
export async function generated({ tickets, messages, dataDir, say, months = MONTHS, more }) {
  const mark = `${dataDir}/generated-${tickets}-${messages}-${months}`;
  if (fs.existsSync(mark)) return;
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dir: `${dataDir}/postgres`,
    say: () => {},
    settings: {
      max_wal_size: '8GB',
      maintenance_work_mem: '1GB',
      max_parallel_maintenance_workers: '2',
      synchronous_commit: 'off',
      autovacuum: 'off',
    },
  });
  try {
    await migrate(postgres.url);
    await insertPeople(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url, options: '-c timezone=UTC' });
    await client.connect();
    try {
      await fill(client, { tickets, messages, months, say });
      await more?.(client);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
  fs.writeFileSync(mark, '');
}

async function insertPeople(url) {
  const db = openDb(url, createLog('silent'));
  const levels = await insertBasics(db.q);
  const hash = await hashPassword(PASSWORD);
  await db.pool.query('insert into departments (name) select $1 || n from generate_series(1, $2::int) n', [
    'Department ',
    DEPARTMENTS,
  ]);
  await db.pool.query(
    `insert into users (username, fullname, password_hash, user_level_id, sounds)
     select 'agent' || n, 'Agent ' || n, $1, $2::bigint, '{}'::jsonb from generate_series(1, $3::int) n
     union all select 'admin', 'Admin', $1, $4::bigint, '{}'::jsonb`,
    [hash, levels.agent, AGENTS, levels.administrator],
  );
  await db.pool.query('insert into user_departments select id, 1 + id % $1::bigint from users', [
    DEPARTMENTS,
  ]);
  await db.pool.query(`insert into channel_accounts (media_id, name, key, department_id, settings)
    select 6, 'Chat ' || id, 'bench' || id, id, '{"color":"#0f766e","position":"right","title":{"en":"Chat","id":"Chat"},"greeting":{"en":"","id":""},"default_language":"en","calls":{"voice":false,"video":false},"pre_chat":[],"allowed_sites":[]}'::jsonb from departments`);
  await db.pool.query(
    `insert into sessions (user_id, token_hash, expires_at, address, user_agent)
     select n, sha256(('bench-agent-' || n)::bytea), now() + interval '10 years', '127.0.0.1', 'bench' from generate_series(1, $1::int) n`,
    [AGENTS],
  );
  await db.close();
}

/** Indexes are created afterwards, which is twenty times faster than updating them row by row. */
async function fill(client, { tickets, messages, months, say }) {
  await client.query(
    `select ensure_month_partitions('messages', (now() - interval '${months + 1} months')::date, now()::date)`,
  );
  const customers = Math.max(1000, Math.round(tickets / 5));
  await client.query(`insert into customers (name, language, created_at, last_contact_at)
    select 'Customer ' || n, case n % 2 when 0 then 'en' else 'id' end, now() - interval '2 years', now() - (random() * interval '2 years') from generate_series(1, ${customers}) n`);
  await client.query(
    `insert into customer_identities (customer_id, kind, value) select id, 'email', 'customer' || id || '@mail.example' from customers`,
  );
  await client.query(`insert into livechat_visitors (channel_account_id, token_hash, customer_id, name, language)
    select 1 + n % ${DEPARTMENTS}, sha256(('bench-visitor-' || n)::bytea), n, 'Customer ' || n, 'en' from generate_series(1, ${VISITORS}) n`);
  const indexes = await dropIndexes(client);
  for (const table of ['tickets', 'messages'])
    await client.query(`alter table ${table} disable trigger user`);
  for (let first = 1; first <= tickets; first += BATCH) {
    await client.query(
      ticketsSql(first, Math.min(tickets, first + BATCH - 1), { tickets, customers, months }),
    );
  }
  say(`  ${tickets} tickets`);
  await insertFragments(client);
  const perTicket = Math.round(messages / tickets);
  for (let first = 1; first <= tickets; first += BATCH) {
    await client.query(messagesSql(first, first + BATCH - 1, perTicket));
    say(`  ${Math.min(messages, (first + BATCH - 1) * perTicket)} of ${messages} messages`);
  }
  for (const { indexdef } of indexes) await client.query(indexdef);
  say('  indexes');
  await client.query(`select setval('ticket_numbers', ${100_000 + tickets})`);
  for (const table of ['tickets', 'messages']) await client.query(`alter table ${table} enable trigger user`);
  await client.query(
    `insert into ticket_counts select department_id, status, coalesce(assignee_id, 0), count(*), count(waiting_since) from tickets where status in ('open', 'pending', 'on_hold') group by 1, 2, 3`,
  );
  await client.query('vacuum analyze');
}

async function dropIndexes(client) {
  const { rows } =
    await client.query(`select indexname, indexdef from pg_indexes i join pg_class c on c.relname = i.indexname
    where tablename in ('tickets', 'messages') and not exists (select from pg_constraint k where k.conindid = c.oid)`);
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => ({ indexdef: indexdef.replace(' ON ONLY ', ' ON ') }));
}

function ticketsSql(first, last, { tickets, customers, months }) {
  return `insert into tickets (number, subject, status, department_id, assignee_id, priority_id, media_id, tags, customer_id,
      last_message, last_message_by, last_message_at, waiting_since, unread, created_at, updated_at, first_response_at)
    select (100000 + n)::text, 'Question about order ' || n, s.status, 1 + n % ${DEPARTMENTS},
      case when n % 5 = 0 then null else 1 + n % ${AGENTS} end, 1 + n % 4, case n % 5 when 0 then 1 else 6 end,
      array[(array['delivery', 'refund', 'payment', 'warranty', 'advice'])[1 + n % 5]], 1 + n % ${customers},
      'Thank you for the quick answer', case n % 2 when 0 then 'customer' else 'agent' end, at + interval '20 minutes',
      case when s.status = 'open' and n % 2 = 0 then at + interval '10 minutes' end, 0, at, at + interval '20 minutes',
      case when s.status in ('solved', 'closed') or bucket % 2 = 0 then at + make_interval(secs => 20 + exp((hashint8(n + 1) & 2147483647) % 9000 / 1000.0)) end
    from generate_series(${first}, ${last}) n
    cross join lateral (select now() - interval '${months} months' * (1 - n::float / ${tickets}) as at, (hashint8(n) & 2147483647) % 100 as bucket) m
    cross join lateral (select case when bucket < 2 then 'open' when bucket < 3 then 'pending' when bucket < 4 then 'on_hold' when bucket < 10 then 'solved' else 'closed' end as status) s`;
}

async function insertFragments(client) {
  const { en, id } = fragments();
  await client.query('create temporary table fragments (language int, n int, body text)');
  for (const [language, list] of [en, id].entries())
    await client.query(
      'insert into fragments select $1, n - 1, body from unnest($2::text[]) with ordinality f(body, n)',
      [language, list.map(({ text }) => text)],
    );
  await client.query('create unique index on fragments (language, n)');
  await client.query('analyze fragments');
}

/** Two fragments for each message, chosen by a hash of the ids of ticket and message. */
function messagesSql(first, last, perTicket) {
  const drawn = (salt) =>
    `((hashint8extended(t.id * 1000 + m, ${salt}) & 9223372036854775807) % ${FRAGMENTS})::int`;
  return `insert into messages (ticket_id, media_id, kind, body, author_type, author_id, author_name, state, created_at)
    select t.id, t.media_id, case m % 2 when 1 then 'inbound' else 'outbound' end,
      a.body || ', ' || b.body || ' KN-' || (t.id * 13 % 1000003),
      case m % 2 when 1 then 'customer' else 'user' end, 1, 'Somebody', 'read', t.created_at + m * interval '2 minutes'
    from (select *, hashint8(id) & 1 as language from tickets where id between ${first} and ${last}) t
    cross join generate_series(1, ${perTicket}) m
    join fragments a on a.language = t.language and a.n = ${drawn(1)}
    join fragments b on b.language = t.language and b.n = ${drawn(2)} order by t.id, m`;
}
