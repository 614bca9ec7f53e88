import { staleTicketDetails, type Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

let t: TestApp;
let customerId: number;
beforeAll(async () => {
  t = await testApp();
  const { body } = await t.as('dewi', 'POST', '/api/customers', {
    name: 'Rina Hartono',
    identities: [{ kind: 'phone', value: '0812 3456 7890' }],
  });
  customerId = (body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());

let count = 0;
async function create(more: object = {}, by: Username = 'dewi'): Promise<Ticket> {
  count += 1;
  const base = {
    client_key: `ticket-${count}`,
    customer_id: customerId,
    subject: `Ticket ${count}`,
    department_id: t.departmentIds[0],
  };
  const { body, status } = await t.as(by, 'POST', '/api/tickets', { ...base, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Ticket }).data;
}
const list = async (username: Username, query: string): Promise<{ data: Ticket[]; next: string | null }> =>
  (await t.as(username, 'GET', `/api/tickets?${query}`)).body;

describe('a ticket made by hand', () => {
  it('is made once of ten requests at the same moment, and is not told to whoever sees it no more', async () => {
    const createAgain = () => create({ client_key: 'at-once-key', subject: 'At once' });
    const all = await Promise.all(Array.from({ length: 10 }, createAgain));
    const [id, ...others] = new Set(all.map((ticket) => ticket.id));
    expect(others).toEqual([]);
    const { pool } = t.platform.db;
    await pool.query('update tickets set department_id = $1 where id = $2', [t.departmentIds[1], id]);
    const body = { client_key: 'at-once-key', customer_id: customerId, subject: 'At once' };
    const refused = await t.as('dewi', 'POST', '/api/tickets', {
      ...body,
      department_id: t.departmentIds[0],
    });
    expect(refused.status).toBe(404);
  });

  it('is made once, however often the same request arrives', async () => {
    const first = await create({ client_key: 'same-key-1', subject: 'Once' });
    const second = await create({ client_key: 'same-key-1', subject: 'Once' });
    expect(second.id).toBe(first.id);
  });

  it('refuses a subcategory of another category, and an assignee who is not there', async () => {
    const { pool } = t.platform.db;
    await pool.query(`insert into categories (name) values ('Delivery'), ('Payment')`);
    await pool.query(`insert into subcategories (category_id, name) values (2, 'Refund')`);
    const base = {
      client_key: 'refs-key-1',
      customer_id: customerId,
      subject: 'x',
      department_id: t.departmentIds[0],
    };
    expect(
      (await t.as('dewi', 'POST', '/api/tickets', { ...base, category_id: 1, subcategory_id: 1 })).body,
    ).toMatchObject({ code: 'invalid_reference' });
    expect((await t.as('dewi', 'POST', '/api/tickets', { ...base, assignee_id: 9999 })).body).toMatchObject({
      code: 'invalid_reference',
    });
  });
});

describe('a ticket made for somebody else', () => {
  it('takes the permission to assign', async () => {
    const dewi = await t.app.modules.auth.viewer(await t.signIn('dewi'));
    const createFor = async (assignee: Username, codes: string[]) => {
      count += 1;
      const viewer = { ...dewi, codes: new Set(codes) };
      const ticket = {
        client_key: `for-${count}-key`,
        customer_id: customerId,
        subject: 'For whom',
        department_id: t.departmentIds[0] ?? 0,
        media_id: 1,
        assignee_id: t.idOf(assignee),
        note: '',
      } as const;
      return t.app.modules.tickets.create(viewer, { ...ticket, tags: [], fields: {} });
    };
    const refusal = { code: 'forbidden', details: { needed: 'TICKETS:ASSIGN' } };
    await expect(createFor('budi', ['TICKETS:CREATE'])).rejects.toMatchObject(refusal);
    expect(await createFor('dewi', ['TICKETS:CREATE'])).toMatchObject({ assignee_id: t.idOf('dewi') });
    const both = ['TICKETS:CREATE', 'TICKETS:ASSIGN'];
    expect(await createFor('budi', both)).toMatchObject({ assignee_id: t.idOf('budi') });
  });
});

describe('two agents on one ticket', () => {
  it('cannot both take it: the second is told who has it', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      ['dewi', 'budi'].map((name) => t.as(name as Username, 'POST', `/api/tickets/${id}/take`, {})),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find((answer) => answer.status === 409)?.body as unknown;
    expect(refused).toMatchObject({
      code: 'already_assigned',
      details: { assignee_id: expect.any(Number) as number },
    });
  });

  it('never overwrite each other: a stale write is refused with what changed', async () => {
    const { id, version } = await create();
    await t.as('budi', 'PATCH', `/api/tickets/${id}`, { version, subject: 'Renamed by Budi', tags: ['VIP'] });
    const { status, body } = await t.as('dewi', 'PATCH', `/api/tickets/${id}`, {
      version,
      subject: 'Renamed by Dewi',
    });
    expect(status).toBe(409);
    const details = staleTicketDetails.parse((body as { details: unknown }).details);
    expect(details.current.subject).toBe('Renamed by Budi');
    expect(details.changes).toMatchObject([
      { field: 'subject', to: 'Renamed by Budi', by: 'Budi Santoso' },
      { field: 'tags', from: [], to: ['vip'] },
    ]);
  });

  it('write at the same moment and exactly one wins', async () => {
    const { id, version } = await create();
    const write = (n: number) =>
      t.as(n % 2 ? 'dewi' : 'budi', 'PATCH', `/api/tickets/${id}`, { version, subject: `Try ${n}` });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => write(n)));
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  });
});

describe('what happens to a ticket', () => {
  it('is all on its time line, in order, with who did it', async () => {
    const { id } = await create({ note: 'Called twice' });
    const versionOf = async () =>
      ((await t.as('dewi', 'GET', `/api/tickets/${id}`)).body as { data: { ticket: Ticket } }).data.ticket
        .version;
    await t.as('dewi', 'POST', `/api/tickets/${id}/take`, {});
    await t.as('dewi', 'POST', `/api/tickets/${id}/notes`, { client_key: 'note-key-1', body: 'See invoice' });
    await t.as('dewi', 'POST', `/api/tickets/${id}/notes`, { client_key: 'note-key-1', body: 'See invoice' });
    await t.as('dewi', 'POST', `/api/tickets/${id}/solve`, { version: await versionOf() });
    await t.as('dewi', 'POST', `/api/tickets/${id}/reopen`, { version: await versionOf() });
    await t.as('dewi', 'POST', `/api/tickets/${id}/assign`, {
      version: await versionOf(),
      assignee_id: t.idOf('budi'),
    });
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${id}/timeline`);
    const lines = (
      body as {
        data: {
          kind: string;
          body: string;
          event: { type: string; changes?: { field: string; to: unknown }[] } | null;
        }[];
      }
    ).data;
    expect(
      lines.map(({ kind, body: text, event }) =>
        kind === 'event'
          ? [event?.type, event?.changes?.map(({ field, to }) => `${field}=${String(to)}`).join()]
              .filter(Boolean)
              .join(' ')
          : text,
      ),
    ).toEqual([
      'created',
      'Called twice',
      `changed assignee_id=${t.idOf('dewi')}`,
      'See invoice',
      'changed status=solved',
      'changed status=open',
      `changed assignee_id=${t.idOf('budi')}`,
    ]);
  });

  it('cannot be seen or touched from another department', async () => {
    const { id, version } = await create();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/timeline', undefined],
      ['PATCH', '', { version, subject: 'Mine now' }],
      ['POST', '/take', {}],
      ['POST', '/notes', { client_key: 'other-dept', body: 'hello' }],
      ['POST', '/messages', { client_key: 'other-dept', body: 'hello' }],
      ['POST', '/read', { message_id: 1 }],
      ['PUT', '/draft', { kind: 'note', body: 'x' }],
    ] as const) {
      expect((await t.as('sarah', method, `/api/tickets/${id}${path}`, body)).status, path).toBe(404);
    }
    expect((await list('sarah', 'limit=100')).data.map((ticket) => ticket.id)).not.toContain(id);
  });

  it('goes with its note to the department it is transferred to', async () => {
    const { id, version } = await create();
    await t.as('dewi', 'POST', `/api/tickets/${id}/transfer`, {
      version,
      department_id: t.departmentIds[1],
      note: 'Please refund',
    });
    expect((await t.as('dewi', 'GET', `/api/tickets/${id}`)).status).toBe(404);
    expect((await t.as('sarah', 'GET', `/api/tickets/${id}`)).body).toMatchObject({
      data: { ticket: { assignee_id: null } },
    });
  });
});

describe('drafts', () => {
  const save = async (id: number, kind: string, body: string) => {
    t.clock.advance(1); // two in the same millisecond have no order
    await t.as('dewi', 'PUT', `/api/tickets/${id}/draft`, { kind, body });
  };
  const draftsOf = async (username: 'dewi' | 'budi', id: number) => {
    const { body } = await t.as(username, 'GET', `/api/tickets/${id}`);
    return (body as { data: { drafts: { kind: string; body: string }[] } }).data.drafts;
  };

  it('are kept per person until they are sent or emptied', async () => {
    const { id } = await create();
    await save(id, 'note', 'Half a th');
    expect(await draftsOf('dewi', id)).toMatchObject([{ kind: 'note', body: 'Half a th' }]);
    expect(await draftsOf('budi', id)).toEqual([]);
    await t.as('dewi', 'POST', `/api/tickets/${id}/notes`, {
      client_key: 'draft-note',
      body: 'Half a thought',
    });
    expect(await draftsOf('dewi', id)).toEqual([]);
  });

  it('of a reply and of a note are two, the latest first', async () => {
    const { id } = await create();
    await save(id, 'reply', 'Dear Rina');
    await save(id, 'note', 'She called twice');
    await save(id, 'reply', 'Dear Rina, ');
    expect(await draftsOf('dewi', id)).toMatchObject([
      { kind: 'reply', body: 'Dear Rina, ' },
      { kind: 'note', body: 'She called twice' },
    ]);
    await t.as('dewi', 'POST', `/api/tickets/${id}/notes`, {
      client_key: 'draft-two-note',
      body: 'She called twice',
    });
    expect(await draftsOf('dewi', id)).toMatchObject([{ kind: 'reply' }]);
    await save(id, 'reply', ' ');
    expect(await draftsOf('dewi', id)).toEqual([]);
  });
});

describe('lists', () => {
  it('page through everything once, in every order, while nothing changes', async () => {
    for (let n = 0; n < 25; n += 1) await create();
    for (const sort of ['newest', 'oldest', 'created'] as const) {
      const seen: number[] = [];
      let cursor = '';
      do {
        const { data, next } = await list('dewi', `sort=${sort}&limit=7${cursor}`);
        seen.push(...data.map((ticket) => ticket.id));
        cursor = next ? `&cursor=${next}` : '';
      } while (cursor);
      const all = (await list('dewi', `sort=${sort}&limit=100`)).data.map((ticket) => ticket.id);
      expect(seen).toEqual(all);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it('filter by assignee, tag, priority and media', async () => {
    const { id } = await create({ tags: ['Blue'], assignee_id: t.idOf('dewi'), priority_id: 1 });
    const ids = async (query: string) => (await list('dewi', query)).data.map((ticket) => ticket.id);
    expect(await ids('assignee=me&tag=blue')).toEqual([id]);
    expect(await ids('tag=blue&priority=1&media=1')).toEqual([id]);
    expect(await ids('tag=blue&media=6')).toEqual([]);
    expect(await ids('tag=blue&assignee=none')).toEqual([]);
    expect(await ids(`assignee=${t.idOf('dewi')}&status=solved`)).toEqual([]);
  });

  it('find by words in any form, in English and Indonesian, by number and by name', async () => {
    const english = await create({ subject: 'Broken grinders', note: 'The customers were refunded twice' });
    const indonesian = await create({
      subject: 'Pengiriman terlambat',
      note: 'Pembayaran dikembalikan kemarin',
    });
    const found = async (q: string) =>
      (await list('dewi', `q=${encodeURIComponent(q)}&limit=100`)).data.map((ticket) => ticket.id);
    expect(await found('grinder')).toContain(english.id);
    expect(await found('refund')).toContain(english.id);
    expect(await found('refu')).toContain(english.id);
    expect(await found('lambat')).toContain(indonesian.id);
    expect(await found('bayar')).toContain(indonesian.id);
    expect(await found(english.number)).toContain(english.id);
    expect(await found('rina hart')).toContain(english.id);
    expect(await found('nothingofthekind')).toEqual([]);
  });

  it('find what one may see and asks for, however much of the rest holds the words as well', async () => {
    const own = await create({ note: 'A barn full of lumbung' });
    const solved = await create({ note: 'Another lumbung' });
    await t.as('dewi', 'POST', `/api/tickets/${solved.id}/solve`, { version: solved.version });
    // More hits than a search returns, all of them newer: solved ones of the same department, and open ones of another.
    await t.platform.db.pool.query(
      `with others as (insert into tickets (number, subject, status, department_id, priority_id, media_id, customer_id)
         select 'L' || n, 'Barn', case n % 2 when 0 then 'solved' else 'open' end, ($1::bigint[])[1 + n % 2],
           (select min(id) from priorities), 1, $2 from generate_series(1, 2400) n returning id)
       insert into messages (ticket_id, kind, body, author_type, author_name, created_at)
       select id, 'note', 'Lumbung again', 'user', 'Somebody', now() from others`,
      [t.departmentIds, customerId],
    );
    expect((await list('dewi', 'q=lumbung&status=open')).data.map(({ id }) => id)).toEqual([own.id]);
    expect((await list('dewi', 'q=lumbung&status=solved&limit=100')).next).not.toBeNull();
  });

  it('count what they show', async () => {
    const { body } = await t.as('dewi', 'GET', '/api/tickets/counts');
    const counts = (
      body as {
        data: { department_id: number; status: string; total: number; unassigned: number; mine: number }[];
      }
    ).data;
    const { rows } = await t.platform.db.pool.query(
      `select department_id, status, count(*)::int as total, count(*) filter (where assignee_id is null)::int as unassigned,
        count(*) filter (where assignee_id = $1)::int as mine, count(waiting_since) filter (where snoozed_until is null)::int as waiting,
        count(snoozed_until)::int as snoozed from tickets
       where department_id = $2 and status in ('open', 'pending', 'on_hold') group by 1, 2`,
      [t.idOf('dewi'), t.departmentIds[0]],
    );
    expect(counts).toEqual(rows);
    await t.app.modules.tickets.foldCounts();
    expect((await t.as('dewi', 'GET', '/api/tickets/counts')).body).toEqual(body);
  });
});
