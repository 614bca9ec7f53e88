import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import type { Customer, CustomerPackage, CustomerPrivacy } from '@trunkline/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  // Errors are expected in the log here.
  t = await testApp({ log: pino({ level: 'silent' }) });
});
afterAll(() => t.close());

const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;
const run = (text: string) => t.platform.db.pool.query(text);

async function customer(name: string, email: string): Promise<Customer> {
  const body = { name, company: '', note: `About ${name}`, identities: [{ kind: 'email', value: email }] };
  return data(await t.as('admin', 'POST', '/api/customers', body));
}

async function ticket(customerId: number, subject: string, note: string) {
  const answer = await t.as('admin', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: customerId,
    subject,
    department_id: t.departmentIds[0],
    note,
  });
  return data<{ id: number; number: string }>(answer);
}

const request = (id: number) => t.as('admin', 'POST', `/api/customers/${id}/packages`, {});

async function made(customerId: number): Promise<CustomerPackage> {
  const ofCustomer = async () =>
    data<CustomerPrivacy>(await t.as('admin', 'GET', `/api/customers/${customerId}/privacy`)).package;
  await expect.poll(async () => (await ofCustomer())?.state, { timeout: 20_000 }).toMatch(/done|failed/);
  const found = await ofCustomer();
  if (!found) throw new Error('there is no package');
  return found;
}

const file = (id: number, token: string) =>
  t.app.http.app.inject({
    method: 'GET',
    url: `/api/privacy/packages/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });

async function texts(id: number): Promise<Record<string, string>> {
  const { rawPayload } = await file(id, await t.signIn('admin'));
  const zip = await yauzl.fromBufferPromise(rawPayload);
  const all: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    all[entry.fileName] = await streamText(await zip.openReadStreamPromise(entry));
  return all;
}

it('holds what is kept of them and nothing of others, in lists with their files and a page that explains them', async () => {
  const lee = await customer('Lee & <Sons>', 'lee@buyer.example');
  const other = await customer('Otherperson', 'other@buyer.example');
  const own = await ticket(lee.id, 'Where is my parcel', 'Called twice, sounded tired');
  await ticket(other.id, 'Otherperson asks', 'Otherperson wrote');
  const fileId = randomUUID();
  await t.platform.files.put(fileId, Readable.from([Buffer.from('a receipt')]), 100);
  await run(`insert into files (id, name, mime, size, sha256, ticket_id, message_id)
    select '${fileId}', '..', 'text/plain', 9, '', ticket_id, id from messages where ticket_id = ${own.id} limit 1`);
  await run(`insert into messages (ticket_id, kind, body, author_type, author_name, mail, created_at)
    values (${own.id}, 'outbound', 'It is on its way', 'user', 'Dewi',
      '{"subject":"Re","bcc":[{"name":"","address":"boss@centre.example"}]}', now())`);
  await t.as('admin', 'PUT', `/api/customers/${lee.id}/hold`, { reason: 'A court asks' });
  expect((await t.as('dewi', 'POST', `/api/customers/${lee.id}/packages`, {})).status).toBe(403);

  expect((await request(lee.id)).status).toBe(200);
  const { id, state, bytes } = await made(lee.id);
  expect(state).toBe('done');
  expect(bytes).toBeGreaterThan(0);
  const all = await texts(id);
  const list = (name: string) => JSON.parse(all[`${name}.json`] ?? 'null') as Record<string, unknown>[];
  expect(list('customer')).toMatchObject([
    {
      name: 'Lee & <Sons>',
      note: 'About Lee & <Sons>',
      addresses: [{ kind: 'email', value: 'lee@buyer.example' }],
    },
  ]);
  expect(list('tickets')).toMatchObject([
    { number: own.number, subject: 'Where is my parcel', department: 'Care' },
  ]);
  const messages = list('messages');
  expect(messages.find(({ kind }) => kind === 'note')).toMatchObject({
    ticket: own.number,
    body: 'Called twice, sounded tired',
  });
  const named = messages.flatMap(({ files }) => files as { path: string }[]).map((one) => one.path);
  expect(named).toEqual([expect.stringMatching(/^files\/.+-file$/)]);
  expect(all[named[0] ?? '']).toBe('a receipt');
  expect(list('changes').map(({ action, by }) => [action, by])).toContainEqual([
    'customer.held',
    'Ratna Wijaya',
  ]);
  expect(all['index.html']).toContain('Lee &amp; &lt;Sons&gt;');
  const whole = Object.values(all).join('\n');
  for (const hidden of ['Otherperson', 'boss@centre.example', 'user_agent', '127.0.0.1'])
    expect(whole).not.toContain(hidden);
});

it('is offered once it is whole, to whoever may, and written down', async () => {
  const { id } = await customer('Mira', 'mira@buyer.example');
  const first = data<CustomerPackage>(await request(id));
  expect(data<CustomerPackage>(await request(id)).id).toBe(first.id);
  await made(id);
  await run(`update customer_packages set state = 'running' where id = ${first.id}`);
  expect((await file(first.id, await t.signIn('admin'))).statusCode).toBe(404);
  await run(`update customer_packages set state = 'done' where id = ${first.id}`);
  expect((await file(first.id, await t.signIn('dewi'))).statusCode).toBe(403);
  const given = await file(first.id, await t.signIn('admin'));
  expect(given.headers['content-disposition']).toContain(`customer-${id}.zip`);
  const { rows } = await run(
    `select action from audit_log where subject = 'customer ${id}' and action like '%export%' order by id`,
  );
  expect(rows.map((row) => (row as { action: string }).action)).toEqual([
    'customer.export_requested',
    'customer.export_downloaded',
  ]);
});

it('goes after some days, when it is deleted, and with its customer', async () => {
  const here = await customer('Noor', 'noor@buyer.example');
  const gone = async (id: number) =>
    (await file(id, await t.signIn('admin'))).statusCode === 404 &&
    (await run(`select from customer_packages where id = ${id}`)).rows.length === 0;
  const fileOf = async (id: number) => {
    const { rows } = await run(`select file_id from customer_packages where id = ${id}`);
    return (rows[0] as { file_id: string }).file_id;
  };
  await request(here.id);
  const first = await made(here.id);
  const bytes = await fileOf(first.id);
  t.clock.advance(8 * 86_400_000);
  expect((await file(first.id, await t.signIn('admin'))).statusCode).toBe(404);
  await t.app.modules.customers.packages.expire();
  expect(await gone(first.id)).toBe(true);
  expect(t.platform.files.has(bytes)).toBe(false);

  await request(here.id);
  const second = await made(here.id);
  expect((await t.as('admin', 'DELETE', `/api/privacy/packages/${second.id}`)).status).toBe(200);
  expect(await gone(second.id)).toBe(true);

  await request(here.id);
  const third = await made(here.id);
  const last = await fileOf(third.id);
  await t.as('admin', 'POST', `/api/customers/${here.id}/erasure`, {});
  const privacy = data<CustomerPrivacy>(await t.as('admin', 'GET', `/api/customers/${here.id}/privacy`));
  await t.app.modules.customers.erasing.work(privacy.erasure?.id ?? 0);
  expect(await gone(third.id)).toBe(true);
  expect(t.platform.files.has(last)).toBe(false);
  expect(await request(here.id)).toMatchObject({
    status: 409,
    body: { details: { reason: 'customer_erased' } },
  });
});

it('is no file where it could not be made whole', async () => {
  const { id } = await customer('Oki', 'oki@buyer.example');
  const owned = await ticket(id, 'Broken', 'Broken');
  const broken = randomUUID();
  // A folder in place of a file can be opened, and fails when it is read.
  await fs.mkdir(t.platform.files.path(broken), { recursive: true });
  await run(`insert into files (id, name, mime, size, sha256, ticket_id, message_id)
    select '${broken}', 'x', 'text/plain', 9, '', ticket_id, id from messages where ticket_id = ${owned.id} limit 1`);
  await request(id);
  const { id: packageId, state, bytes } = await made(id);
  expect([state, bytes]).toEqual(['failed', null]);
  const { rows } = await run(`select file_id from customer_packages where id = ${packageId}`);
  expect(t.platform.files.has((rows[0] as { file_id: string }).file_id)).toBe(false);
  expect((await file(packageId, await t.signIn('admin'))).statusCode).toBe(404);
});
