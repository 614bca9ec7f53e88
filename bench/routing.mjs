import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAgents } from '../packages/server/dist/modules/agents/index.js';
import { createAuth } from '../packages/server/dist/modules/auth/index.js';
import { findOffers } from '../packages/server/dist/modules/conversations/routing/routing-pass.js';
import { createRoutingPass } from '../packages/server/dist/modules/conversations/routing/routing.js';
import { createSettings } from '../packages/server/dist/modules/settings/index.js';
import { startEmbeddedPostgres } from '../packages/server/dist/platform/postgres/embedded-postgres.js';
import { createLog } from '../packages/server/dist/platform/log.js';
import { migrate } from '../packages/server/dist/platform/postgres/migrate.js';
import { openPlatform } from '../packages/server/dist/platform/config/open-platform.js';
import { insertBasics } from '../packages/server/dist/setup/workspace.js';
import { percentiles } from './lib/report.mjs';

const LIVE_CHAT = 6;
const SKILLS = 50;
/** In how many queues each agent works. */
const QUEUES_EACH = 20;
const RULES = { relaxationStepMs: 30_000, retryAfterMs: 60_000, weightOf: () => 1 };
const KINDS = [{ ring: undefined, mediaIds: [LIVE_CHAT] }];

/** Routing with as many queues as agents: the decision alone, and with reading everything from the database. */
export async function measure({ routing: { queues, agents, arrivals }, say }) {
  say(`${queues} queues, ${agents} agents`);
  const spread = decide({ queues, agents, each: QUEUES_EACH });
  const crowd = decide({ queues: 1, agents, each: 1 });
  const stored = await withDatabase({ queues, agents, arrivals });
  return [
    shown(`decision, ${queues} queues × ${agents} agents in ${QUEUES_EACH} each`, spread.times, 'p99 ≤ 5'),
    shown(`decision, all ${agents} agents in one queue`, crowd.times, 'p99 ≤ 5'),
    { figure: `everybody sorted into ${queues} queues, once a round`, value: spread.sorting, unit: 'ms' },
    { figure: 'given, of so many who waited', value: `${spread.given} / ${queues}`, unit: 'conversations' },
    shown('from the database: one waits', stored.one),
    shown(`from the database: ${queues} wait`, stored.all),
  ];
}

const shown = (figure, times, target) => {
  const { p50, p99 } = percentiles(times, [50, 99]);
  return { figure, value: `${p50} / ${p99}`, unit: 'ms, p50 / p99', ...(target && { target }) };
};

const between = (n, least, most) => least + ((Math.imul(n, 2_654_435_761) >>> 8) % (most - least + 1));

/** Each conversation is a decision of its own, within one routing pass. */
function decide({ queues, agents, each }) {
  const now = Date.now();
  const candidates = Array.from({ length: agents }, (_, n) => ({
    id: n + 1,
    departmentIds: Array.from({ length: each }, (__, k) => between(n * each + k, 1, queues)),
    mediaIds: new Set([LIVE_CHAT]),
    skills: new Map(
      Array.from({ length: 5 }, (__, k) => [between(n * 5 + k, 1, SKILLS), between(n + k, 1, 5)]),
    ),
    idleSince: now - between(n, 0, 3_600_000),
    load: 0,
    capacity: 3,
    isFilled: false,
  }));
  const waiting = Array.from({ length: Math.max(queues, agents) }, (_, n) => ({
    id: n + 1,
    mediaId: LIVE_CHAT,
    departmentId: between(n, 1, queues),
    since: now - between(n, 0, 120_000),
    place: n,
    needs: n % 3 === 0 ? [] : [{ skillId: between(n, 1, SKILLS), least: between(n, 1, 5) }],
    overflow: n % 5 === 0 ? { departmentId: between(n + 1, 1, queues), afterMs: 60_000 } : null,
    passedOver: n % 7 === 0 ? [between(n, 1, agents)] : [],
    letGoAt: null,
    asksOnce: false,
    knownTo: null,
    lastAgent: n % 4 === 0 ? between(n, 1, agents) : null,
  }));
  const began = performance.now();
  const pass = createRoutingPass(candidates, RULES, now);
  const sorting = Number((performance.now() - began).toFixed(1));
  let given = 0;
  const times = waiting.map((conversation) => {
    const start = performance.now();
    given += pass.decide([conversation]).offers.length;
    return performance.now() - start;
  });
  return { times, sorting, given };
}

async function withDatabase({ queues, agents, arrivals }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const postgres = await startEmbeddedPostgres({ dir: `${dataDir}/postgres`, say: () => {} });
  try {
    await migrate(postgres.url);
    const log = createLog('silent');
    const options = { databaseUrl: postgres.url, dataDir, key: 'bench', log, publicUrl: () => '' };
    const platform = await openPlatform(options);
    const settings = createSettings(platform, { recording: 'never' });
    const auth = createAuth({ ...platform, settings, oidcPrivateHosts: [] });
    const modules = { settings, agents: createAgents({ ...platform, settings, auth }) };
    await fill(platform, { queues, agents });
    const round = async () => {
      const start = performance.now();
      await findOffers(platform.db.q, modules, { kinds: KINDS, now: new Date(), except: new Set() });
      return performance.now() - start;
    };
    const one = await withWaiting(platform, 1, arrivals, round);
    const all = await withWaiting(platform, queues, Math.ceil(arrivals / 10), round);
    await platform.close();
    return { one, all };
  } finally {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill({ db, self }, { queues, agents }) {
  const levels = await insertBasics(db.q);
  const say = (text, values) => db.pool.query(text, values);
  await say(`insert into departments (name) select 'Queue ' || n from generate_series(1, $1::int) n`, [
    queues,
  ]);
  await say(
    `insert into users (username, fullname, password_hash, user_level_id, sounds)
     select 'agent' || n, 'Agent ' || n, '', $1::bigint, '{}' from generate_series(1, $2::int) n`,
    [levels.agent, agents],
  );
  await say(
    `insert into user_departments select u.id, 1 + (u.id * 7919 + k * 104729) % $1::bigint
     from users u, generate_series(1, $2::int) k on conflict do nothing`,
    [queues, QUEUES_EACH],
  );
  await say(
    `insert into skills (name, least) select 'Skill ' || n, 1 + n % 5 from generate_series(1, $1::int) n`,
    [SKILLS],
  );
  await say(
    `insert into user_skills select u.id, 1 + (u.id + k * 11) % $1::bigint, 1 + (u.id + k) % 5
     from users u, generate_series(1, 5) k on conflict do nothing`,
    [SKILLS],
  );
  await say(
    `insert into agent_states (user_id, user_activity_id, idle_since, last_seen_at)
     select id, 6, now() - id * interval '1 second', now() + interval '1 day' from users`,
  );
  await say('insert into agent_screens (user_id, server) select id, $1 from users', [self]);
  await say(`insert into customers (name) select 'Customer ' || n from generate_series(1, $1::int) n`, [
    queues,
  ]);
  await say(
    `insert into channel_accounts (media_id, name, key, department_id) values (6, 'Chat', 'bench', 1)`,
  );
  await say(`update skills set account_ids = '{1}' where id % 10 = 1`);
}

/** With this many waiting conversations, one in each queue, next to a history of ended ones. */
async function withWaiting({ db }, count, rounds, round) {
  await db.pool.query(
    `with opened as (
       insert into tickets (number, subject, department_id, priority_id, media_id, customer_id)
       select 'w' || n || '-' || $1::int, 'Waiting', n, 1 + n % 4, 6, n from generate_series(1, $1::int) n
       returning id, customer_id, department_id)
     insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id)
     select id, customer_id, 6, 1, id, department_id from opened`,
    [count],
  );
  await db.pool.query('analyze');
  const times = [];
  for (let n = 0; n < rounds; n += 1) times.push(await round());
  await db.pool.query(`update conversations set status = 'ended' where status = 'waiting'`);
  return times.slice(Math.floor(rounds / 10));
}
