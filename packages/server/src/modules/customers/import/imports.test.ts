import type { Customer, CustomerImport, ListRow } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { markAddressesSeen } from './mark-store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Answer = { data: CustomerImport };

/** Sends a file as a browser does. */
async function send(bytes: string | Uint8Array) {
  const boundary = 'boundary-of-a-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="customers.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/customers/imports',
    headers: {
      authorization: `Bearer ${await t.signIn('admin')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
}
async function upload(csv: string): Promise<CustomerImport> {
  const { status, body } = await send(csv);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const read = async (id: number): Promise<CustomerImport> =>
  ((await t.as('admin', 'GET', `/api/customers/imports/${id}`)).body as Answer).data;
async function waitForState(id: number, ...states: CustomerImport['state'][]): Promise<CustomerImport> {
  await expect.poll(async () => states.includes((await read(id)).state), { timeout: 20_000 }).toBe(true);
  return read(id);
}
async function check(made: CustomerImport, more: object = {}): Promise<CustomerImport> {
  const body = { mapping: made.mapping, existing: 'update', ...more };
  const { status } = await t.as('admin', 'POST', `/api/customers/imports/${made.id}/check`, body);
  expect(status).toBe(200);
  return waitForState(made.id, 'checked');
}
async function importRows(made: CustomerImport, more: object = {}): Promise<CustomerImport> {
  await check(made, more);
  expect((await t.as('admin', 'POST', `/api/customers/imports/${made.id}/apply`)).status).toBe(200);
  return waitForState(made.id, 'done', 'failed');
}
const find = async (q: string): Promise<Customer[]> =>
  ((await t.as('admin', 'GET', `/api/customers?q=${encodeURIComponent(q)}`)).body as { data: Customer[] })
    .data;

describe('customers out of a file', () => {
  it('find their columns by name, are looked at first, and then taken in', async () => {
    const made = await upload(
      '\uFEFFNama;E-mail;No HP;Shoe size\r\nRina Hartono;RINA@one.example;0812 3456 7890;38\r\nBudi;budi@one.example;;\r\n',
    );
    expect(made).toMatchObject({
      state: 'mapping',
      head: ['Nama', 'E-mail', 'No HP', 'Shoe size'],
      mapping: ['name', 'email', 'phone', null],
      sample: [
        ['Rina Hartono', 'RINA@one.example', '0812 3456 7890', '38'],
        ['Budi', 'budi@one.example', '', ''],
      ],
    });
    expect(await check(made)).toMatchObject({ state: 'checked', rows: 2, created: 2, problem_count: 0 });
    expect(await find('rina@one.example')).toEqual([]);
    expect(await importRows(made)).toMatchObject({ state: 'done', created: 2, changed: 0, progress: 1 });
    const [rina] = await find('rina@one.example');
    expect(rina?.identities.map(({ value }) => value)).toEqual(['rina@one.example', '+6281234567890']);
  });

  it(
    'who is there already is changed where the line says something, or left alone',
    { tags: 'full' },
    async () => {
      await importRows(await upload('name,email,company\nAgus,agus@one.example,Roastery\n'));
      const again =
        'name,email,company,phone\n,agus@one.example,Kopi Agus,0811 2222 3333\nNew One,new@one.example,,\n';
      expect(await check(await upload(again), { existing: 'skip' })).toMatchObject({
        created: 1,
        unchanged: 1,
      });
      expect(await importRows(await upload(again))).toMatchObject({ created: 1, changed: 1 });
      const [agus] = await find('agus@one.example');
      expect(agus).toMatchObject({ name: 'Agus', company: 'Kopi Agus', version: 2 });
      expect(agus?.identities).toHaveLength(2);
      expect(await importRows(await upload(again))).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    },
  );

  it('lines with something wrong are named and left out, the others are taken in', async () => {
    await importRows(await upload('name,email\nA,a@two.example\nB,b@two.example\n'));
    const done = await importRows(
      await upload(
        [
          'name,email,phone,language',
          'Good,good@three.example,,en',
          ',nobody@three.example,,',
          'Bad address,not an address,,',
          'Bad phone,,12,',
          'Bad language,x@three.example,,Klingon',
          'Both,"a@two.example, b@two.example",,',
          'Too many,,,,cells,here',
          'Last,last@three.example,,id',
        ].join('\n'),
      ),
    );
    expect(done).toMatchObject({ created: 2, problem_count: 6 });
    expect(done.problems).toEqual([
      { line: 3, column: 'name', problem: 'missing' },
      { line: 4, column: 'email', problem: 'invalid', wanted: 'email', value: 'not an address' },
      { line: 5, column: 'phone', problem: 'invalid', wanted: 'phone', value: '12' },
      { line: 6, column: 'language', problem: 'invalid', wanted: 'language', value: 'Klingon' },
      { line: 7, column: null, problem: 'two_customers' },
      { line: 8, column: null, problem: 'too_many_cells' },
    ]);
    expect(await find('last@three.example')).toHaveLength(1);
  });

  it.each([
    ['a NUL', 'Br\0ken,broken@last.example'],
    ['a quote that never ends', '"Broken,broken@last.example'],
  ])('what stands before %s is taken in, and the rest is not', async (what, line) => {
    const own = `${what.length}@last.example`;
    const made = await upload(
      `name,email\nBefore,before${own}\n,nameless${own}\n${line}\nAfter,after${own}\n`,
    );
    const problems = [
      { line: 3, column: 'name', problem: 'missing' },
      { line: 4, column: null, problem: 'unreadable' },
    ];
    expect(await check(made)).toMatchObject({ state: 'checked', created: 1, problems });
    expect(await importRows(made)).toMatchObject({ state: 'failed', created: 1, problems });
    expect(await find(`before${own}`)).toHaveLength(1);
    expect(await find(`after${own}`)).toHaveLength(0);
  });

  it(
    'two lines about the same person make one customer, in the same portion and in another',
    { tags: 'full' },
    async () => {
      const filler = Array.from({ length: 450 }, (_, n) => `Filler ${n},filler${n}@four.example,`);
      const made = await upload(
        [
          'name,email,phone',
          'Twin,twin@four.example,',
          'Twin,twin@four.example,0813 1111 2222',
          ...filler,
          'Twin,twin@four.example,',
        ].join('\n'),
      );
      expect(await check(made)).toMatchObject({ rows: 453, created: 451, unchanged: 2 });
      expect(await importRows(made)).toMatchObject({ rows: 453, created: 451, unchanged: 2 });
      const twins = await find('twin@four.example');
      expect(twins.map(({ identities }) => identities.length)).toEqual([2]);
    },
  );

  it('go on where a crash has left them, each line once', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `Crash ${n},crash${n}@five.example`);
    const made = await upload(['name,email', ...lines].join('\n'));
    await check(made);
    const { pool } = t.platform.db;
    await t.platform.jobs.stop();
    await t.as('admin', 'POST', `/api/customers/imports/${made.id}/apply`);
    // The state that a process leaves which is killed after the first portions.
    await pool.query(
      `with new as (insert into customers (name) select 'Crash ' || n from generate_series(0, 399) n returning id, name)
       insert into customer_identities (customer_id, kind, value)
       select id, 'email', 'crash' || replace(name, 'Crash ', '') || '@five.example' from new`,
    );
    await pool.query('update customer_imports set rows = 400, created = 400 where id = $1', [made.id]);
    await t.platform.jobs.start();
    expect(await waitForState(made.id, 'done')).toMatchObject({
      rows: 1000,
      created: 1000,
      changed: 0,
      unchanged: 0,
    });
    const { rows } = await pool.query(`select count(*)::int as n from customers where name like 'Crash %'`);
    expect(rows).toEqual([{ n: 1000 }]);
  });

  it('that were only looked at know after a crash whom they came by before it', async () => {
    const filler = Array.from({ length: 450 }, (_, n) => `Filler ${n},filler${n}@eight.example`);
    const twin = 'Twin,twin@eight.example';
    const made = await upload(['name,email', twin, ...filler, twin].join('\n'));
    await t.platform.jobs.stop();
    const plan = { mapping: made.mapping, existing: 'update' };
    await t.as('admin', 'POST', `/api/customers/imports/${made.id}/check`, plan);
    // The state that a process leaves which is killed after two portions.
    await markAddressesSeen(t.platform.db.q, made.id, ['email:twin@eight.example']);
    const { pool } = t.platform.db;
    await pool.query('update customer_imports set rows = 400, created = 400 where id = $1', [made.id]);
    await t.platform.jobs.start();
    expect(await waitForState(made.id, 'checked')).toMatchObject({ rows: 452, created: 451, unchanged: 1 });
    expect((await pool.query('select from customer_import_marks')).rowCount).toBe(0);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['another encoding', new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0xd8])],
  ])('%s is refused', async (_what, bytes) => {
    expect((await send(bytes)).status).toBe(400);
  });

  it(
    'answers are read as the language of whoever imports writes them; what is refused says what is wanted',
    { tags: 'full' },
    async () => {
      const field = async (values: object): Promise<number> => {
        const answer = await t.as('admin', 'POST', '/api/settings/custom_fields', {
          values: { entity: 'customer', required: 'never', ...values },
        });
        return (answer.body as { data: ListRow }).data.id;
      };
      const spent = await field({ name: 'Spent', key: 'spent', kind: 'number' });
      const site = await field({ name: 'Site', key: 'site', kind: 'link' });
      const options = ['Red', 'Blue'].map((name) => ({ id: '', name, is_active: true }));
      await field({ name: 'Colour', key: 'colour', kind: 'choice', options });
      const lines = [
        'name,email,Spent,Site,Colour',
        'A,a@nine.example,1.234,shop.example,red',
        'B,b@nine.example,1234.5,,',
        'C,c@nine.example,"1,234",,',
      ];
      const spentBy = async (name: string) => (await find(`${name}@nine.example`))[0]?.fields[spent];
      const wrong = [
        `D,d@nine.example,${'9'.repeat(70)}x,no site,`,
        'E,e@nine.example,"12,5",,Green',
        'F,f@nine.example,"1.234,5",,',
      ];
      const done = await importRows(await upload([...lines, ...wrong].join('\n')));
      expect(done.problems).toEqual([
        { line: 5, column: 'Spent', problem: 'invalid', wanted: 'number', value: `${'9'.repeat(59)}…` },
        { line: 5, column: 'Site', problem: 'invalid', wanted: 'link', value: 'no site' },
        { line: 6, column: 'Spent', problem: 'invalid', wanted: 'number', value: '12,5' },
        { line: 6, column: 'Colour', problem: 'no_option', choices: ['Red', 'Blue'], value: 'Green' },
        { line: 7, column: 'Spent', problem: 'invalid', wanted: 'number', value: '1.234,5' },
      ]);
      expect([await spentBy('a'), await spentBy('b'), await spentBy('c')]).toEqual([1.234, 1234.5, 1234]);
      expect((await find('a@nine.example'))[0]?.fields[site]).toBe('https://shop.example');

      await t.platform.db.pool.query(`update users set language = 'id' where username = 'admin'`);
      // An export can be imported again unchanged, also in a language that groups digits with dots.
      const own = String((await t.as('admin', 'GET', '/api/customers/export?q=nine.example')).body);
      expect(await importRows(await upload(own))).toMatchObject({
        changed: 0,
        unchanged: 3,
        problem_count: 0,
      });
      // A user with English gets the same result, because semicolons indicate how numbers are written.
      expect(own).toContain('1,2340;');
      await t.platform.db.pool.query(`update users set language = 'en' where username = 'admin'`);
      const theirs = own.replace('1234,5;', '-12,5;');
      expect(await importRows(await upload(theirs))).toMatchObject({
        changed: 1,
        unchanged: 2,
        problem_count: 0,
      });
      expect(await spentBy('b')).toBe(-12.5);
      expect(String((await t.as('admin', 'GET', '/api/customers/export?q=nine.example')).body)).toContain(
        ',-12.5,',
      );
      await t.platform.db.pool.query(`update users set language = 'id' where username = 'admin'`);
      await importRows(await upload(lines.join('\n')));
      expect([await spentBy('a'), await spentBy('b'), await spentBy('c')]).toEqual([1234, 1234.5, 1.234]);
      await t.platform.db.pool.query(`update users set language = 'en' where username = 'admin'`);
    },
  );

  it('had no contact: they stand last until they have', async () => {
    await importRows(await upload('name,email\nQuiet A,a@ten.example\nQuiet B,b@ten.example\n'));
    const { body } = await t.as('admin', 'POST', '/api/customers', {
      name: 'Spoken to',
      identities: [{ kind: 'email', value: 'c@ten.example' }],
    });
    const spoken = (body as { data: Customer }).data;
    type Page = { data: Customer[]; next: string | null };
    const page = async (more: string): Promise<Page> => {
      const path = `/api/customers?q=ten.example&sort=last_contact&limit=1${more}`;
      return (await t.as('admin', 'GET', path)).body;
    };
    const seen: Customer[] = [];
    for (let next: string | null = ''; next !== null;) {
      const got: Page = await page(next && `&cursor=${encodeURIComponent(next)}`);
      seen.push(...got.data);
      next = got.next;
    }
    expect(seen.map(({ name }) => name)).toEqual(['Spoken to', 'Quiet B', 'Quiet A']);
    expect(seen.map((one) => one.last_contact_at)).toEqual([spoken.last_contact_at, null, null]);
    const quiet = seen[2]?.id ?? 0;
    await t.platform.db.transaction((tx) => t.app.modules.customers.touch(tx, quiet));
    expect((await page('')).data[0]).toMatchObject({
      id: quiet,
      last_contact_at: expect.any(String) as string,
    });
  });

  it('are nobody else’s to see, to change or to take in unchecked', async () => {
    const made = await upload('name,email\nMine,mine@six.example\n');
    expect((await t.as('supervisor', 'GET', `/api/customers/imports/${made.id}`)).status).toBeGreaterThan(
      400,
    );
    expect((await t.as('admin', 'POST', `/api/customers/imports/${made.id}/apply`)).status).toBe(409);
    const twice = { mapping: ['name', 'name'], existing: 'update' };
    expect((await t.as('admin', 'POST', `/api/customers/imports/${made.id}/check`, twice)).status).toBe(400);
  });

  it('come back from their own export', { tags: 'full' }, async () => {
    await importRows(await upload('name,email,note\nTari,tari@seven.example,"=SUM(1)\nsecond line"\n'));
    const { body } = await t.as('admin', 'GET', '/api/customers/export?q=tari%40seven');
    const csv = String(body);
    expect(csv).toContain(`"'=SUM(1)\nsecond line"`);
    const made = await upload(csv);
    expect(made.mapping.slice(0, 4)).toEqual([null, 'name', 'company', 'email']);
    expect(await importRows(made)).toMatchObject({ created: 0, changed: 0, unchanged: 1, problem_count: 0 });
  });
});
