import {
  allowedCodes,
  describeEndpoint,
  valueFor,
  hostileBodies,
  hostileValues,
  largeBodies,
} from './cases/hostile.ts';
import { ENDPOINTS, ERRORS, errorBody, MODULES, type Endpoint } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from '../src/setup/levels.ts';
import { testApp, type TestApp } from './app.ts';
import { coreRows, coreTenth } from './cases/core-rows.ts';
import { LEVEL_OF, type Username } from './people.ts';

let t: TestApp;
let visitorToken: string;
beforeAll(async () => {
  t = await testApp();
  visitorToken = await t.visitor(await t.widget());
  const modules = MADE.map(({ code, activities }) => ({
    module_code: code,
    module_activity_code: activities.join(','),
    is_active: 1,
  }));
  const made = await t.as('admin', 'POST', '/api/levels', { name: 'Made here', visibility: 'own', modules });
  const { id } = (made.body as { data: { id: number } }).data;
  await t.platform.db.pool.query('update users set user_level_id = $1 where id = $2', [id, t.idOf('sarah')]);
  await t.platform.db.pool.query(
    'update users set user_level_id = (select id from user_levels where name = $1) where id = $2',
    [LEVELS.campaigns.name, t.idOf('budi')],
  );
});
afterAll(() => t.close());

const endpoints = [...ENDPOINTS.entries()].filter(([, { path }]) => !path.startsWith('/metrics'));
/** The modules of Sarah's level, which this test creates: every second one and customers, with all their activities. */
const MADE = MODULES.filter(({ code }, index) => index % 2 === 1 || code === 'CUSTOMERS');
/** Whose rights the core run tries: the lowest level, and the one created here. The full run tries all. */
const CORE: ReadonlySet<Username> = new Set(['dewi', 'sarah']);
/** Lists share their code, and so do reports: the core run tries two of each, and the full run all of them. */
const OF_KIND = new Set(['types', 'office_hours', 'email', 'break_history']);
const isRepeated = (name: string): boolean => name.includes('.') && !OF_KIND.has(name.split('.')[0] ?? '');
const tagsOf = (name: string): { tags?: 'full' } => (isRepeated(name) ? { tags: 'full' } : {});
const oneOfEachLevel: Username[] = ['admin', 'supervisor', 'qa', 'dewi', 'budi', 'sarah'];
const levelOf = (username: Username) => LEVELS[username === 'budi' ? 'campaigns' : LEVEL_OF[username]];
const codesOfLevel = (username: Username): ReadonlySet<string> =>
  username === 'sarah'
    ? new Set(MADE.flatMap(({ code, activities }) => activities.map((activity) => `${code}:${activity}`)))
    : allowedCodes(levelOf(username));
// Left out: they would sign out the session that the test uses, or make its next request fail. permissions.test.ts has them.
const endsTheSession = new Set([
  'logout',
  'changePassword',
  'revokeUserSessions',
  'revokeOwnSessions',
  'resetUserPassword',
  'revokeSession',
]);

/** What is of all tickets of a customer, whoever works on them: refused to a role that sees only some. */
const OF_ALL_TICKETS = new Set([
  'getCustomerPrivacy',
  'holdCustomer',
  'eraseCustomer',
  'requestCustomerPackage',
  'listCustomerPackages',
  'downloadCustomerPackage',
  'removeCustomerPackage',
  'listErasures',
]);

function addressOf(endpoint: Endpoint): string {
  return endpoint.path
    .replace(':key', 'none')
    .replace(/:id\b/, endpoint.path.includes('files') ? '00000000-0000-4000-8000-000000000000' : '999999')
    .replace(/:\w+/, '999999');
}

const queryOf = ({ query }: Endpoint): string[] =>
  Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

describe('every endpoint × every level', () => {
  for (const [name, endpoint] of endpoints) {
    const isProtected = endpoint.permission !== 'public';

    it(
      `${describeEndpoint(endpoint)} refuses whoever has not signed in, if it is protected`,
      tagsOf(name),
      async () => {
        const { status } = await t.call(
          endpoint.method,
          addressOf(endpoint),
          endpoint.body ? { body: valueFor(endpoint) } : {},
        );
        if (isProtected) expect(status).toBe(401);
        else if (name !== 'login') expect(status).not.toBe(401);
      },
    );

    if (!isProtected || endpoint.permission === 'visitor' || endsTheSession.has(name)) continue;

    for (const username of oneOfEachLevel)
      it(
        `${describeEndpoint(endpoint)} is answered for ${username} exactly as their level says`,
        CORE.has(username) ? tagsOf(name) : { tags: 'full' },
        async () => {
          const body = endpoint.body ? valueFor(endpoint) : undefined;
          const { status, body: answer } = await t.as(username, endpoint.method, addressOf(endpoint), body);
          const codes = codesOfLevel(username);
          const { permission, orPermission } = endpoint;
          const isAllowed =
            permission === 'signed-in' || [permission, orPermission].some((one) => one && codes.has(one));
          const reason = (answer as { details?: { reason?: string } } | undefined)?.details?.reason;
          const seesAll = username !== 'sarah' && levelOf(username).visibility === 'all';
          expect(reason === 'all_tickets_needed').toBe(isAllowed && !seesAll && OF_ALL_TICKETS.has(name));
          if (isAllowed) {
            expect(
              (answer as { details?: { needed?: string } } | undefined)?.details?.needed,
            ).toBeUndefined();
            expect(status).toBeLessThan(500);
          } else {
            expect(status).toBe(403);
            expect(answer).toMatchObject({ code: 'forbidden', details: { needed: endpoint.permission } });
          }
        },
      );
  }
});

/** A body that is too large is refused before its endpoint matters: the core run tries one endpoint in twenty. */
const largeBodiesOf = (index: number): readonly string[] =>
  index % 20 === 0 ? largeBodies : coreRows(0, largeBodies);

describe('bad input to every endpoint', () => {
  for (const [index, [name, endpoint]] of endpoints.entries()) {
    if (endsTheSession.has(name)) continue;
    it(
      `${describeEndpoint(endpoint)} answers with a code and a sentence, never with a fault`,
      tagsOf(name),
      async () => {
        const token = endpoint.permission === 'visitor' ? visitorToken : await t.signIn('admin');
        for (const body of [...coreTenth(index, hostileBodies(endpoint)), ...largeBodiesOf(index)]) {
          const headers = { 'content-type': 'application/json' };
          const answer = await t.call(endpoint.method, addressOf(endpoint), { token, body, headers });
          expectRefusal(answer, body.slice(0, 80));
        }
        for (const value of coreTenth(index, hostileValues)) {
          const text = encodeURIComponent(value);
          const query = queryOf(endpoint).map((key) => `${key}=${text}`);
          const address = endpoint.path.replace(/:\w+/, text);
          const answer = await t.call(endpoint.method, `${address}?${query.join('&')}`, {
            token,
            ...(endpoint.body && { body: {} }),
          });
          if (answer.status >= 400) expectRefusal(answer, value.slice(0, 80));
        }
        // One key at a time: with two, the refusal of the first would hide whether the second is checked.
        for (const key of queryOf(endpoint)) {
          const answer = await t.call(endpoint.method, `${addressOf(endpoint)}?${key}=a%00b`, { token });
          if (answer.status >= 400) expectRefusal(answer, key);
        }
      },
    );
  }

  function expectRefusal({ status, body }: { status: number; body: unknown }, what: string): void {
    expect(status, what).toBeLessThan(500);
    if (status < 400) return;
    const refusal = errorBody.parse(body);
    expect(ERRORS[refusal.code][0], what).toBe(status);
    expect(refusal.message).not.toMatch(/\bat \/|node_modules|select |insert /);
  }
});

describe('text that looks like code', () => {
  const nasty = `'; drop table tickets; -- <script>alert(1)</script> {{constructor}} ${'x'.repeat(50)}`;

  it('is stored and given back to the letter', async () => {
    const customer = await t.as('dewi', 'POST', '/api/customers', { name: nasty.slice(0, 110), note: nasty });
    expect(customer.status).toBe(200);
    const customerId = (customer.body as { data: { id: number } }).data.id;
    const created = await t.as('dewi', 'POST', '/api/tickets', {
      client_key: 'nasty-text-1',
      customer_id: customerId,
      subject: nasty,
      department_id: t.departmentIds[0],
      note: nasty,
    });
    expect(created.status).toBe(200);
    const { data: ticket } = created.body as { data: { id: number; subject: string } };
    expect(ticket.subject).toBe(nasty);
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${ticket.id}/timeline`);
    const notes = (body as { data: { kind: string; body: string }[] }).data.filter(
      (entry) => entry.kind === 'note',
    );
    expect(notes.map((note) => note.body)).toEqual([nasty]);
  });

  it('finds nothing and breaks nothing in a search', async () => {
    const { status } = await t.as('dewi', 'GET', `/api/tickets?q=${encodeURIComponent(nasty)}`);
    expect(status).toBe(200);
  });
});
