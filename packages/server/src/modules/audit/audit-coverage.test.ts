/** @module-tag full */
import fs from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { AUDIT_ENTRIES, NO_STORED_CHANGE } from '../../../test/cases/audit-entries.ts';
import { AUDITED_CALLS, type AuditedCall } from '../../../test/cases/audited-calls.ts';
import { PREPARED_CALLS, PROVED_ELSEWHERE } from '../../../test/cases/prepared-calls.ts';
import { deskOf } from '../../../test/desk.ts';
import { mailServer } from '../../../test/mail/mail-server.ts';

// Every audited endpoint is called twice: where the entry cannot be written, nothing may change, and otherwise the entry is there.

let t: TestApp;
let smtp: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => {
  t = await testApp({ log: pino({ level: 'silent' }) });
  smtp = await mailServer([]);
  const mail = {
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    username: '',
    from: 'desk@centre.example',
  };
  await t.as('admin', 'PATCH', '/api/configs/app', { mail });
  // A row and not `alter table`, which would wait for whoever reads or writes the log at that moment.
  await pool().query(`create table audit_refused (is_on boolean not null);
    insert into audit_refused values (false);
    create function refuse_entry() returns trigger language plpgsql as $$ begin
      if (select is_on from audit_refused) then raise exception 'no entry is written now'; end if;
      return new;
    end $$;
    create trigger refuse before insert on audit_entries for each row execute function refuse_entry();
    grant select on audit_refused to public`);
});
afterAll(async () => {
  await t.close();
  await smtp.close();
});

const pool = () => t.platform.db.pool;
const desk = deskOf(() => t);
const refusing = (is_on: boolean) => pool().query('update audit_refused set is_on = $1', [is_on]);

/** The log itself, and attempts to sign in, which count before it is known how they end. */
const BESIDE = /^audit_|^login_failures$/;

/** Columns that follow by themselves, some moments later: when a session was last used, and when an agent's last page went. */
const leftOut = (table: string): string =>
  table === 'agent_states' ? '{last_seen_at,left_at}' : '{last_seen_at}';

/** A digest of every table's rows. */
async function tables(): Promise<Record<string, string>> {
  const { rows } = await pool().query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !BESIDE.test(name));
  const digests = names.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg((to_jsonb(t) - '${leftOut(name)}'::text[])::text, '|' order by t::text), '')) as digest from "${name}" t`,
  );
  const { rows: all } = await pool().query<{ name: string; digest: string }>(digests.join(' union all '));
  return Object.fromEntries(all.map(({ name, digest }) => [name, digest]));
}

/** The same, once mails and jobs of what was done before have left their marks. */
async function settled(): Promise<Record<string, string>> {
  let last: Record<string, string> = {};
  await expect
    .poll(async () => {
      const shots = [await tables(), await tables(), await tables()].map((shot) => JSON.stringify(shot));
      last = JSON.parse(shots[2] ?? '{}') as Record<string, string>;
      return new Set(shots).size;
    })
    .toBe(1);
  return last;
}

const lastEntry = async (): Promise<number> => {
  const { rows } = await pool().query<{ id: number }>('select max(id) as id from audit_entries');
  return rows[0]?.id ?? 0;
};
const actionsAfter = async (id: number): Promise<string[]> => {
  const { rows } = await pool().query<{ action: string }>('select action from audit_entries where id > $1', [
    id,
  ]);
  return rows.map(({ action }) => action);
};

const CALLS = { ...AUDITED_CALLS, ...PREPARED_CALLS };
/** Entries of lists are named by the list and what was done. */
const ofTypes = (name: string): string | undefined => {
  const did = { POST: 'created', PATCH: 'changed', DELETE: 'removed' }[name.split(' ')[0] ?? ''];
  const by = { bulk: 'deactivated', order: 'ordered', undo: 'undone' }[name.split('/').at(-1) ?? ''];
  return name.includes('/settings/types') ? `types.${by ?? did}` : undefined;
};

async function send(name: string, { id, part, body, query, token, file }: AuditedCall) {
  const [method = '', path = ''] = name.split(' ');
  const values = [id, part];
  const address = path.replaceAll(/:\w+/g, () => String(values.shift()));
  return t.call(method, query ? `${address}?${query}` : address, {
    token,
    body: file ? file.payload : body,
    ...(file && { headers: { 'content-type': file.type } }),
  });
}

it.each(Object.entries(CALLS))(
  '%s changes something together with its entry, or nothing',
  async (name, prepare) => {
    const call = await prepare({ ...desk, t });
    const token = call.token ?? (name === 'POST /api/auth/login' ? '' : await t.signIn(call.by ?? 'admin'));
    const before = await settled();
    const known = await lastEntry();
    await refusing(true);
    const refused = await send(name, { ...call, token });
    await refusing(false);
    expect(refused.status, JSON.stringify(refused.body)).toBe(500);
    expect(await tables()).toEqual(before);
    const answer = await send(name, { ...call, token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await actionsAfter(known)).toContain(ofTypes(name) ?? AUDIT_ENTRIES[name]);
  },
);

it('every audited endpoint is called here, or its entry is proved in the test that is named', () => {
  const audited = Object.entries(AUDIT_ENTRIES).filter(([, action]) => action !== NO_STORED_CHANGE);
  const missing = audited.filter(([name, action]) => {
    if (name in CALLS || /^GET .api.reports/.test(name)) return false;
    const place = `../${PROVED_ELSEWHERE[name]}.test.ts`;
    return !fs.readFileSync(new URL(place, import.meta.url), 'utf8').includes(action);
  });
  expect(missing).toEqual([]);
});
