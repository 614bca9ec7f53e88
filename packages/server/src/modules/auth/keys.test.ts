import { ENDPOINTS, takesKeys } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD, type Username } from '../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type CreatedKey = { data: { id: number; prefix: string; last_used_at: string | null }; token: string };

async function make(codes: string[], more: object = {}): Promise<CreatedKey> {
  const { status, body } = await t.as('admin', 'POST', '/api/api_keys', { name: 'CRM', codes, ...more });
  expect(status).toBe(200);
  return body;
}
const by = (token: string, method: string, address: string, body?: unknown) =>
  t.call(method, address, { token, body });
const listed = async () =>
  ((await t.as('admin', 'GET', '/api/api_keys')).body as { data: CreatedKey['data'][] }).data;

async function newTicket(token: string, key: string) {
  const name = { name: 'Key customer' };
  const customer = (await t.as('dewi', 'POST', '/api/customers', name)).body as { data: { id: number } };
  return by(token, 'POST', '/api/tickets', {
    client_key: key,
    customer_id: customer.data.id,
    subject: 'From the CRM',
    department_id: t.departmentIds[0],
    note: 'Seen there',
  });
}

/** Runs `work` while a role has other activity codes of a module. */
async function withCodes(username: Username, module: string, codes: string, work: () => Promise<void>) {
  const set = async (to: string): Promise<string> => {
    const { rows } = await t.platform.db.pool.query<{ before: string }>(
      `with own as (select user_level_id, module_activity_code as before from user_level_modules
         where user_level_id = (select user_level_id from users where id = $1) and module_code = $2)
       update user_level_modules m set module_activity_code = $3 from own
       where m.user_level_id = own.user_level_id and m.module_code = $2 returning own.before`,
      [t.idOf(username), module, to],
    );
    await t.platform.db.pool.query('update user_levels set version = version + 1');
    return rows[0]?.before ?? '';
  };
  const before = await set(codes);
  try {
    await work();
  } finally {
    await set(before);
  }
}

describe('an API key', () => {
  it('allows what it was given, in the name of its creator, and nothing else', async () => {
    const { token, data } = await make(['TICKETS:VIEW', 'TICKETS:CREATE']);
    expect(token.startsWith(data.prefix)).toBe(true);
    const made = await newTicket(token, 'by-key-00001');
    expect(made.status).toBe(200);
    const { id } = (made.body as { data: { id: number } }).data;
    const line = await by(token, 'GET', `/api/tickets/${id}/timeline`);
    expect(line.body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          kind: 'note',
          author: { type: 'user', id: t.idOf('admin'), name: 'Ratna Wijaya (CRM)' },
        }),
      ]) as unknown,
    });
    const refused = await by(token, 'GET', '/api/customers');
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: { needed: 'CUSTOMERS:VIEW' } },
    });
  });

  it('is named in the record of what was changed with it', async () => {
    const { token, data } = await make(['TYPES:EDIT']);
    const made = await by(token, 'POST', '/api/settings/types', { values: { name: 'By a key' } });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { rows } = await t.platform.db.pool.query(
      `select user_id, api_key_id from audit_log where action = 'types.created' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: t.idOf('admin'), api_key_id: data.id }]);
  });

  it('is stored in no form that could be used', async () => {
    const { token } = await make(['TICKETS:VIEW']);
    const secret = token.slice(9);
    const { rows } = await t.platform.db.pool.query<{ all: string }>(
      `select (select coalesce(string_agg(k::text, ''), '') from api_keys k) || (select coalesce(string_agg(a::text, ''), '') from audit_log a) as all`,
    );
    expect(rows[0]?.all).toContain(token.slice(0, 9));
    expect(rows[0]?.all).not.toContain(secret);
    expect(JSON.stringify(await listed())).not.toContain(secret);
  });

  it('gives nobody more permissions than they have themselves', async () => {
    await withCodes('admin', 'TICKETS', 'VIEW,CREATE', async () => {
      const codes = ['TICKETS:VIEW', 'TICKETS:REPLY'];
      expect(await t.as('admin', 'POST', '/api/api_keys', { name: 'More', codes })).toMatchObject({
        status: 403,
        body: { code: 'not_grantable', details: { codes: ['TICKETS:REPLY'] } },
      });
    });
    const unknown = { name: 'Odd', codes: ['TICKETS:EVERYTHING'] };
    expect((await t.as('admin', 'POST', '/api/api_keys', unknown)).status).toBe(400);
  });

  it('loses permissions together with its creator, and is useless when they leave', async () => {
    const { token } = await make(['TICKETS:VIEW', 'CUSTOMERS:VIEW']);
    expect((await by(token, 'GET', '/api/customers')).status).toBe(200);
    await withCodes('admin', 'CUSTOMERS', 'EDIT', async () => {
      expect((await by(token, 'GET', '/api/customers')).status).toBe(403);
    });
    const active = (is_active: boolean) =>
      t.platform.db.pool.query('update users set is_active = $1 where id = $2', [is_active, t.idOf('admin')]);
    await active(false);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(401);
    await active(true);
  });

  it('stops at once when it is revoked, and works again if that is undone in time', async () => {
    const { token, data } = await make(['TICKETS:VIEW']);
    const at = `/api/api_keys/${data.id}`;
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(200);
    expect((await t.as('admin', 'DELETE', at)).status).toBe(200);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(401);
    expect((await listed()).some(({ id }) => id === data.id)).toBe(false);
    expect((await t.as('admin', 'DELETE', at)).status).toBe(404);
    expect((await t.as('admin', 'POST', `${at}/restore`)).status).toBe(200);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(200);
    await t.as('admin', 'DELETE', at);
    t.clock.advance(61_000);
    expect((await t.as('admin', 'POST', `${at}/restore`)).status).toBe(404);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(401);
  });

  it('stops when it expires, and shows when it was last used', async () => {
    const expires_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const { token, data } = await make(['TICKETS:VIEW'], { expires_at });
    expect(data.last_used_at).toBeNull();
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(200);
    expect((await listed()).find(({ id }) => id === data.id)?.last_used_at).not.toBeNull();
    t.clock.advance(3_600_001);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(401);
    const over = { name: 'Over', codes: ['TICKETS:VIEW'], expires_at };
    expect((await t.as('admin', 'POST', '/api/api_keys', over)).status).toBe(400);
  });

  it('ends with “Sign out everywhere” if that is chosen, and otherwise stays valid', async () => {
    const { token } = await make(['TICKETS:VIEW']);
    const admins = await t.signIn('admin');
    const everywhere = (token_: string, address: string, api_keys: boolean) =>
      t.call('POST', address, { token: token_, body: { api_keys } });
    expect((await everywhere(admins, '/api/auth/sessions/revoke', false)).status).toBe(200);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(200);
    const { body } = await t.call('POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const other = (body as { token: string }).token;
    expect((await everywhere(admins, '/api/auth/sessions/revoke', true)).status).toBe(200);
    expect((await by(token, 'GET', '/api/tickets')).status).toBe(401);
    expect((await by(other, 'GET', '/api/user')).status).toBe(401);
    expect((await by(admins, 'GET', '/api/user')).status).toBe(200);
    const { rows } = await t.platform.db.pool.query(
      `select action, details from audit_log where action like '%.revoked' order by id desc limit 2`,
    );
    expect(rows.map((row: { action: string }) => row.action)).toEqual([
      'sessions.revoked',
      'api-key.revoked',
    ]);
    expect(rows[0]).toMatchObject({ details: { api_keys: true } });
    // A user manager does it for a colleague: only the colleague's keys end.
    const { token: again } = await make(['TICKETS:VIEW']);
    const at = `/api/users/${t.idOf('dewi')}/sessions/revoke`;
    expect((await everywhere(admins, at, true)).status).toBe(200);
    expect((await by(again, 'GET', '/api/tickets')).status).toBe(200);
    expect((await everywhere(await t.signIn('supervisor'), at, true)).status).toBe(403);
  });

  it('opens no socket', async () => {
    const { token } = await make(['TICKETS:VIEW']);
    await expect(t.connect('admin', { token })).rejects.toThrow('This session has ended');
  });

  it('does not allow what is only for people, whatever it was given', async () => {
    const level = await t.as('admin', 'GET', '/api/user');
    const { body } = await t.as(
      'admin',
      'GET',
      `/api/user_levels?id=${(level.body as { data: { user_level_id: number } }).data.user_level_id}`,
    );
    const { modules } = (
      body as { data: { modules: { module_code: string; module_activity_code: string }[] } }
    ).data;
    const codes = modules.flatMap((each) =>
      each.module_activity_code.split(',').map((code) => `${each.module_code}:${code}`),
    );
    const { token } = await make(codes);
    const closed = [...ENDPOINTS].filter(
      ([, one]) => !takesKeys(one) && one.permission !== 'public' && one.permission !== 'visitor',
    );
    expect(closed.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'logout',
        'socketToken',
        'changePassword',
        'resetUserPassword',
        'createApiKey',
        'updateWorkspaceSettings',
        'testMail',
        'createWebhook',
        'renewWebhookSecret',
        'startBulkChange',
        'saveDraft',
        'markRead',
        'followTicket',
        'saveCustomerColumns',
        'attendCall',
        'hangCallUp',
      ]),
    );
    for (const [name, { method, path }] of closed) {
      const answer = await by(token, method, path.replace(/:\w+/g, '1'));
      expect(answer, name).toMatchObject({ status: 403, body: { code: 'people_only' } });
    }
  });
});
