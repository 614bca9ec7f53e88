/** @module-tag full */
import { ENDPOINTS, MODULES, type Endpoint, type Level } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import { describeEndpoint, valueFor } from './cases/hostile.ts';
import { PASSWORD, type Username } from './people.ts';

// Each permission by itself: a level with nothing else is let in wherever it is asked for, and a level with everything else is not.

let t: TestApp;
let level: Level;
beforeAll(async () => {
  t = await testApp();
  const made = await t.as('admin', 'POST', '/api/levels', { name: 'Each', visibility: 'all', modules: [] });
  level = (made.body as { data: Level }).data;
  await t.platform.db.pool.query('update users set user_level_id = $1 where id = $2', [
    level.id,
    t.idOf('sarah'),
  ]);
});
afterAll(() => t.close());

const ALL: readonly string[] = MODULES.flatMap(({ code, activities }) =>
  activities.map((activity) => `${code}:${activity}`),
);
const viewOf = (permission: string) => `${permission.split(':')[0]}:VIEW`;
/** No activity is given without the right to see its module. */
const only = (permission: string) => new Set([viewOf(permission), permission]);
const allBut = (permission: string) =>
  new Set(
    permission === viewOf(permission)
      ? ALL.filter((code) => viewOf(code) !== permission)
      : ALL.filter((code) => code !== permission),
  );

const guarded = [...ENDPOINTS.values()].filter(({ permission }) => permission.includes(':'));
const permissionsOf = ({ permission, orPermission }: Endpoint): string[] =>
  orPermission === undefined ? [permission] : [permission, orPermission];
const permissions = [...new Set(guarded.flatMap(permissionsOf))].toSorted();

async function setPermissions(codes: ReadonlySet<string>): Promise<void> {
  const modules = MODULES.flatMap(({ code, activities }) => {
    const own = activities.filter((activity) => codes.has(`${code}:${activity}`));
    return own.length === 0 ? [] : [{ module_code: code, module_activity_code: own.join(','), is_active: 1 }];
  });
  const answer = await t.as('admin', 'PATCH', `/api/levels/${level.id}`, { version: level.version, modules });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  level = (answer.body as { data: Level }).data;
}

function addressOf({ path }: Endpoint): string {
  return path
    .replace(':key', 'none')
    .replace(/:id\b/, path.includes('files') ? '00000000-0000-4000-8000-000000000000' : '999999')
    .replace(/:\w+/, '999999');
}

async function ask(endpoint: Endpoint) {
  const { status, body } = await t.as('sarah', endpoint.method, addressOf(endpoint), valueFor(endpoint));
  return { status, needed: (body as { details?: { needed?: string } } | undefined)?.details?.needed };
}

describe('a permission', () => {
  it('is one that levels can have', () => {
    expect(permissions.filter((permission) => !ALL.includes(permission))).toEqual([]);
  });

  for (const permission of permissions)
    it(`opens what asks for it, and nothing else opens that: ${permission}`, async () => {
      const asking = guarded.filter((endpoint) => permissionsOf(endpoint).includes(permission));
      await setPermissions(only(permission));
      for (const endpoint of asking) {
        const { status, needed } = await ask(endpoint);
        // What it asks for may need another permission as well: an assignee of a new ticket, say.
        expect(needed, describeEndpoint(endpoint)).not.toBe(endpoint.permission);
        expect(status, describeEndpoint(endpoint)).toBeLessThan(500);
      }
      const others = allBut(permission);
      await setPermissions(others);
      for (const endpoint of asking) {
        if (permissionsOf(endpoint).some((one) => others.has(one))) continue;
        expect(await ask(endpoint), describeEndpoint(endpoint)).toEqual({
          status: 403,
          needed: endpoint.permission,
        });
      }
    });
});

describe('what ends a session', () => {
  const OWN = ['logout', 'changePassword', 'revokeOwnSessions', 'revokeSession'] as const;
  const PEOPLE: readonly Username[] = ['admin', 'supervisor', 'qa', 'dewi', 'sarah'];

  beforeAll(() => setPermissions(new Set()));

  it.each(OWN)('is everybody’s own, whatever their level: %s', async (name) => {
    const endpoint = ENDPOINTS.get(name);
    if (!endpoint) throw new Error(`there is no endpoint ${name}`);
    expect(endpoint.permission).toBe('signed-in');
    for (const username of PEOPLE) {
      const signedIn = await t.call('POST', '/api/auth/login', { body: { username, password: PASSWORD } });
      const { token } = signedIn.body as { token: string };
      const body = valueFor(endpoint);
      const { body: answer } = await t.call(endpoint.method, addressOf(endpoint), { token, body });
      expect((answer as { code?: string } | undefined)?.code ?? 'none', username).not.toMatch(
        /^(forbidden|not_signed_in|session_ended)$/,
      );
    }
  });
});
