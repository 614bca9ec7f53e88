import fs from 'node:fs/promises';
import type { Level, Person } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { found } from '#platform/errors';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';
import { demandGrantableLevel, demandSomeoneCanSignIn } from './rights.ts';

type Modules = Level['modules'];
type Answer = { status: number; body: { data: Level } };

const KEPT = ['users', 'user_levels', 'user_level_modules'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  for (const table of KEPT)
    await sql.raw(`create table kept_${table} as select * from ${table}`).execute(q());
});
// Restores everything: users before roles, which cannot be deleted while somebody has them.
afterEach(async () => {
  await sql`update users u set user_level_id = k.user_level_id, is_active = k.is_active, erased_at = null,
    password_hash = k.password_hash from kept_users k where k.id = u.id`.execute(q());
  await sql`delete from user_levels where id not in (select id from kept_user_levels)`.execute(q());
  await sql`insert into user_levels overriding system value select * from kept_user_levels on conflict (id) do nothing`.execute(
    q(),
  );
  await sql`update user_levels l set name = k.name, visibility = k.visibility, version = l.version + 1
    from kept_user_levels k where k.id = l.id`.execute(q());
  await sql`delete from user_level_modules`.execute(q());
  await sql`insert into user_level_modules select * from kept_user_level_modules`.execute(q());
});
afterAll(() => t.close());

const q = () => t.platform.db.q;
const module = (code: string, activities = 'VIEW', isActive: 0 | 1 = 1): Modules[number] => ({
  module_code: code,
  module_activity_code: activities,
  is_active: isActive,
});
const create = async (who: Username, name: string, modules: Modules, visibility = 'own') =>
  (await t.as(who, 'POST', '/api/levels', { name, visibility, modules })) as Answer;
const list = async () => ((await t.as('admin', 'GET', '/api/levels')).body as { data: Level[] }).data;
const named = async (name: string): Promise<Level> => {
  const level = (await list()).find((each) => each.name === name);
  if (!level) throw new Error(`there is no level ${name}`);
  return level;
};
const change = async (who: Username, level: Level, fields: object) =>
  (await t.as(who, 'PATCH', `/api/levels/${level.id}`, { version: level.version, ...fields })) as Answer;
/** Changes a user's row directly. */
const setPerson = (who: Username, change: string) =>
  sql`update users set ${sql.raw(change)} where id = ${t.idOf(who)}`.execute(q());
const setLevel = (who: Username, levelId: number) => setPerson(who, `user_level_id = ${levelId}`);
const without = (modules: Modules, code: string, activity?: string): Modules =>
  modules.flatMap((row) => {
    if (row.module_code !== code) return [row];
    const left = row.module_activity_code.split(',').filter((each) => each !== activity);
    return activity === undefined ? [] : [{ ...row, module_activity_code: left.join(',') }];
  });

/** A user who may manage users, and has no other permissions. */
async function withPeopleManager(): Promise<Username> {
  const { body } = await create('admin', 'People manager', [module('USERS', 'VIEW,EDIT'), module('TICKETS')]);
  await setLevel('qa', body.data.id);
  return 'qa';
}

describe('levels', () => {
  it('has five predefined ones, with the number of users of each', async () => {
    expect((await list()).map(({ name, visibility, people }) => [name, visibility, people])).toEqual([
      ['Administrator', 'all', { active: 1, all: 1 }],
      ['Agent', 'department', { active: 3, all: 3 }],
      ['Campaign manager', 'all', { active: 0, all: 0 }],
      ['QA analyst', 'all', { active: 1, all: 1 }],
      ['Supervisor', 'all', { active: 1, all: 1 }],
    ]);
  });

  it('creates, changes, copies and deletes one, with before and after in the audit log', async () => {
    const made = await create('admin', 'Trainee', [
      module('TICKETS', 'NOTE, VIEW'),
      module('CUSTOMERS', 'VIEW', 0),
    ]);
    expect(made).toMatchObject({
      status: 200,
      body: { data: { name: 'Trainee', version: 1, visibility: 'own' } },
    });
    // Modules are stored in menu order, whatever the order of the request; an inactive module is kept.
    expect(made.body.data.modules).toEqual([module('CUSTOMERS', 'VIEW', 0), module('TICKETS', 'VIEW,NOTE')]);
    const id = made.body.data.id;
    const changed = await change('admin', made.body.data, { name: 'Trainees', visibility: 'department' });
    expect(changed.body.data).toMatchObject({ name: 'Trainees', visibility: 'department', version: 2 });
    const copied = await t.as('admin', 'POST', `/api/levels/${id}/copy`, { name: 'Interns' });
    expect(copied).toMatchObject({ body: { data: { name: 'Interns', modules: made.body.data.modules } } });
    expect((await t.as('admin', 'DELETE', `/api/levels/${id}`)).status).toBe(200);
    expect((await t.as('admin', 'GET', `/api/levels/${id}`)).status).toBe(404);
    const { rows } = await sql<{ action: string; details: { before?: Level; after?: Level } }>`
      select action, details from audit_log where subject = ${`level ${id}`} order by id`.execute(q());
    expect(rows.map(({ action, details }) => [action, details.before?.name, details.after?.name])).toEqual([
      ['level.created', undefined, 'Trainee'],
      ['level.changed', 'Trainee', 'Trainees'],
      ['level.removed', 'Trainees', undefined],
    ]);
  });

  it('returns what section 7 requires, also for an edited role', async () => {
    const agent = await named('Agent');
    await change('admin', agent, { modules: without(agent.modules, 'INFORMATION') });
    const { body } = await t.as('dewi', 'GET', `/api/user_levels?id=${agent.id}`);
    const { data } = body as { data: object };
    expect(Object.keys(data).toSorted()).toEqual(['id', 'modules', 'name']);
    expect(data).toMatchObject({ modules: without(agent.modules, 'INFORMATION') });
  });

  it.each<[string, object]>([
    ['a module that is not there', { modules: [module('COFFEE')] }],
    ['an activity that the module does not know', { modules: [module('CUSTOMERS', 'VIEW,SOLVE')] }],
    ['an activity without VIEW', { modules: [module('TICKETS', 'REPLY')] }],
    ['an activity twice', { modules: [module('TICKETS', 'VIEW,VIEW')] }],
    ['a module twice', { modules: [module('TICKETS'), module('TICKETS')] }],
    ['a visibility that is not there', { visibility: 'departments' }],
    ['an empty name', { name: '  ' }],
  ])('refuses %s', async (_what, fields) => {
    const { status, body } = await change('admin', await named('Agent'), fields);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it('refuses a name that another role has, in any capitals', async () => {
    expect(await create('admin', 'AGENT', [])).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect(await change('admin', await named('Supervisor'), { name: 'agent' })).toMatchObject({
      status: 409,
    });
    expect(await change('admin', await named('Agent'), { name: 'AGENT' })).toMatchObject({ status: 200 });
  });

  it('accepts one of two simultaneous changes, and answers the other with the current state', async () => {
    const agent = await named('Agent');
    const answers = await Promise.all([
      change('admin', agent, { visibility: 'own' }),
      change('admin', agent, { modules: without(agent.modules, 'CUSTOMERS') }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'stale',
      details: { current: await named('Agent') },
    });
  });

  it('does not delete roles that users have, also inactive ones, and says how many; erased users do not count', async () => {
    const { id } = (await create('admin', 'Trainee', [])).body.data;
    await setLevel('dewi', id);
    await setLevel('budi', id);
    await setPerson('budi', 'is_active = false');
    const remove = () => t.as('admin', 'DELETE', `/api/levels/${id}`);
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'in_use', details: { active: 1, all: 2 } },
    });
    await setLevel('dewi', (await named('Agent')).id);
    expect(await remove()).toMatchObject({ status: 409, body: { details: { active: 0, all: 1 } } });
    await setPerson('budi', 'erased_at = now()');
    expect((await remove()).status).toBe(200);
  });
});

describe('a workspace of an older version', () => {
  const migrate = async () => {
    const text = await fs.readFile(new URL('../../../migrations/0120_levels.sql', import.meta.url), 'utf8');
    await sql.raw(text.slice(text.indexOf('with made as'))).execute(q());
  };

  it('gets the missing role, as a new workspace has it', async () => {
    const fresh = await named('Campaign manager');
    await sql`delete from user_levels where id = ${fresh.id}`.execute(q());
    await migrate();
    const { modules, visibility } = await named('Campaign manager');
    expect({ modules, visibility }).toEqual({ modules: fresh.modules, visibility: fresh.visibility });
  });

  it('keeps a role of that name that somebody has changed', async () => {
    const before = await named('Campaign manager');
    await change('admin', before, { name: 'campaign manager', modules: [module('TICKETS')] });
    await migrate();
    expect((await list()).filter(({ name }) => name.toLowerCase() === 'campaign manager')).toMatchObject([
      { id: before.id, modules: [module('TICKETS')] },
    ]);
  });
});

describe('nobody grants more than they hold', () => {
  it.each<[string, object]>([
    ['a module', { modules: [module('USERS', 'VIEW,EDIT'), module('TICKETS'), module('CONFIG_APP')] }],
    ['an activity', { modules: [module('USERS', 'VIEW,EDIT'), module('TICKETS', 'VIEW,REPLY')] }],
    ['a wider visibility', { visibility: 'department' }],
  ])('refuses %s in one’s own level and in a new one', async (_what, fields) => {
    const who = await withPeopleManager();
    const own = await named('People manager');
    const refusal = { status: 403, body: { code: 'not_grantable' } };
    expect(await change(who, own, fields)).toMatchObject(refusal);
    expect(
      await t.as(who, 'POST', '/api/levels', {
        name: 'More',
        visibility: 'own',
        modules: own.modules,
        ...fields,
      }),
    ).toMatchObject(refusal);
    expect(await named('People manager')).toEqual(own);
  });

  it('refuses a copy of a wider role, and activating a module with codes that the caller lacks', async () => {
    const who = await withPeopleManager();
    const admin = await named('Administrator');
    expect(await t.as(who, 'POST', `/api/levels/${admin.id}/copy`, { name: 'Mine' })).toMatchObject({
      status: 403,
    });
    const off = await create('admin', 'Off', [module('CONFIG_APP', 'VIEW,EDIT', 0)]);
    expect(await change(who, off.body.data, { modules: [module('CONFIG_APP', 'VIEW,EDIT')] })).toMatchObject({
      status: 403,
      body: { details: { codes: ['CONFIG_APP:VIEW', 'CONFIG_APP:EDIT'], visibility: null } },
    });
  });

  it('returns what the caller may grant, of the permissions that have an effect', async () => {
    const who = await withPeopleManager();
    const ask = async (as: Username) => (await t.as(as, 'GET', '/api/levels')).body;
    expect(await ask(who)).toMatchObject({
      grantable: { codes: ['TICKETS:VIEW', 'USERS:VIEW', 'USERS:EDIT'], visibility: 'own' },
    });
    const { codes, grantable } = (await ask('admin')) as { codes: string[]; grantable: object };
    expect(codes).toContain('TICKETS:RECORDING_KEEP');
    expect(grantable).toEqual({ codes, visibility: 'all' });
  });

  it('leaves what a role had already, and allows permissions to be revoked', async () => {
    const who = await withPeopleManager();
    const agent = await named('Agent');
    expect(await change(who, agent, { modules: without(agent.modules, 'CUSTOMERS') })).toMatchObject({
      status: 200,
    });
    expect(await change(who, await named('Agent'), { name: 'Agents' })).toMatchObject({ status: 200 });
  });

  it('does not let a narrower user take permissions from administrators, and so become the widest', async () => {
    const who = await withPeopleManager();
    const admin = await named('Administrator');
    for (const fields of [{ modules: [module('TICKETS')] }, { visibility: 'own' }, { name: 'Nobody' }])
      expect(await change(who, admin, fields)).toMatchObject({
        status: 403,
        body: { code: 'not_grantable' },
      });
    const agent = await named('Agent');
    for (const fields of [{ second_factor: 'required' }, { sign_in_rule: 'provider' }])
      expect(await change(who, agent, fields)).toMatchObject({ status: 403 });
    expect(await named('Administrator')).toEqual(admin);
  });

  it('refuses to give a user a role with more permissions', async () => {
    await withPeopleManager();
    const viewer = await t.app.modules.auth.viewer(await t.signIn('qa'));
    const demandGrantable = (id: number) =>
      t.platform.db.transaction((tx) => demandGrantableLevel(tx, viewer, id));
    await expect(demandGrantable((await named('Administrator')).id)).rejects.toMatchObject({
      code: 'not_grantable',
    });
    await expect(demandGrantable((await named('People manager')).id)).resolves.toBeUndefined();
    await expect(demandGrantable(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a permission that no granting user holds can be granted by a user who holds all others', async () => {
    const who = await withPeopleManager();
    const before = await named('Administrator');
    await change('admin', before, { modules: without(before.modules, 'EMAIL_CAMPAIGN') });
    const own = await named('People manager');
    expect(await change(who, own, { modules: [...own.modules, module('EMAIL_CAMPAIGN')] })).toMatchObject({
      status: 403,
    });
    const admin = await named('Administrator');
    expect(
      await change('admin', admin, { modules: [...admin.modules, module('EMAIL_CAMPAIGN')] }),
    ).toMatchObject({
      status: 200,
    });
  });
});

describe('the last administrator', () => {
  const giveUp = async () => {
    const admin = await named('Administrator');
    return change('admin', admin, { modules: without(admin.modules, 'USERS', 'EDIT') });
  };
  const refused = { status: 409, body: { code: 'last_administrator' } };
  /** Creates another user with the administrators' role. */
  const another = async (change = 'is_active = true') => {
    const copy = await t.as('admin', 'POST', `/api/levels/${(await named('Administrator')).id}/copy`, {
      name: 'Second administrator',
    });
    await setLevel('qa', (copy.body as Answer['body']).data.id);
    await setPerson('qa', change);
  };

  it('cannot revoke the permission of their own role', async () => {
    expect(await giveUp()).toMatchObject(refused);
    expect((await named('Administrator')).modules).toContainEqual(
      module('USERS', 'VIEW,EDIT,RESET_PASSWORD,SESSIONS,SEE_AS,AUDIT'),
    );
  });

  it('cannot deactivate the module in their own role', async () => {
    const admin = await named('Administrator');
    const modules = admin.modules.map((row) =>
      row.module_code === 'USERS' ? { ...row, is_active: 0 as const } : row,
    );
    expect(await change('admin', admin, { modules })).toMatchObject(refused);
  });

  it.each([
    ['is inactive', 'is_active = false'],
    ['was only invited', `password_hash = ''`],
  ])('is still the last one beside a user who %s', async (_what, change) => {
    await another(change);
    expect(await giveUp()).toMatchObject(refused);
  });

  describe.each([
    ['a narrower one', async () => withPeopleManager()],
    ['nobody', async () => undefined],
  ])('beside %s', (_who, prepare) => {
    const leaves = async (how: (admin: Person) => Promise<unknown>) => {
      await prepare();
      const { body } = await t.as('admin', 'GET', '/api/users');
      const admin = (body as { data: Person[] }).data.find((one) => one.id === t.idOf('admin'));
      return how(found(admin));
    };

    it('cannot take another role', { tags: 'full' }, async () => {
      const agent = (await named('Agent')).id;
      const answer = await leaves(({ id, version }) =>
        t.as('admin', 'PATCH', `/api/users/${id}`, { version, user_level_id: agent }),
      );
      expect(answer).toMatchObject(refused);
    });

    it('cannot be deactivated', async () => {
      const answer = await leaves(({ id, version }) =>
        t.as('admin', 'POST', `/api/users/${id}/deactivate`, { version, hand_over: 'leave' }),
      );
      expect(answer).toMatchObject(refused);
    });

    it('cannot give up the permission to edit users', { tags: 'full' }, async () => {
      await prepare();
      expect(await giveUp()).toMatchObject(refused);
    });
  });

  it(
    'may leave while somebody else holds as much, and be one of two narrower ones',
    { tags: 'full' },
    async () => {
      await another();
      await setLevel(
        'dewi',
        (await create('admin', 'People of care', [module('USERS', 'VIEW,EDIT')])).body.data.id,
      );
      const leave = async (who: Username) => {
        const { rows } = await sql<{
          version: number;
        }>`select version from users where id = ${t.idOf(who)}`.execute(q());
        const body = { version: rows[0]?.version, hand_over: 'leave' };
        return t.as('admin', 'POST', `/api/users/${t.idOf(who)}/deactivate`, body);
      };
      expect(await leave('dewi')).toMatchObject({ status: 200 });
      expect(await leave('qa')).toMatchObject({ status: 200 });
      expect(await leave('admin')).toMatchObject(refused);
    },
  );

  it('may give up the permission while somebody else has it', async () => {
    await another();
    expect(await giveUp()).toMatchObject({ status: 200 });
    expect(await t.as('admin', 'GET', '/api/levels')).toMatchObject({ status: 200 });
    expect(await create('admin', 'One more', [])).toMatchObject({ status: 403 });
  });

  it('can change everything else in their own role', async () => {
    const admin = await named('Administrator');
    expect(await change('admin', admin, { name: 'Owner', visibility: 'department' })).toMatchObject({
      status: 200,
    });
  });

  it('is kept when two administrators give up their permission at the same moment', async () => {
    await another();
    const goes = (who: Username) =>
      t.platform.db.transaction(async (tx) => {
        await sql`update users set is_active = false where id = ${t.idOf(who)}`.execute(tx.q);
        await demandSomeoneCanSignIn(tx, [(await named('Administrator')).id]);
      });
    const results = await Promise.allSettled([goes('admin'), goes('qa')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'last_administrator' },
    });
  });
});
