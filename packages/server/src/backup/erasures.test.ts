/** @module-tag full */
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Customer, CustomerPrivacy } from '@trunkline/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { nameOf as databaseName, runOnServer, ownerFromUrl, withDatabase } from '../../test/db.ts';
import { backupName, createBackup } from './backup.ts';
import { collectErasures, readGivenErasures } from './erasures.ts';
import { openBackup, restoreBackup } from './restore.ts';

const KEY = 'test key';
const ADDRESS = 'comes-back@buyer.example';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-erasures-'));
});
afterAll(async () => {
  await t.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;

async function customer(name: string, email: string): Promise<Customer> {
  const body = { name, company: '', note: '', identities: [{ kind: 'email', value: email }] };
  return data(await t.as('admin', 'POST', '/api/customers', body));
}

async function backUp(target: string): Promise<string> {
  const [databaseUrl, dataDir] = [t.databaseUrl, t.dataDir];
  await createBackup({ databaseUrl, dataDir, key: KEY, hasKey: false, target, progress: () => undefined });
  return target;
}

async function erase(id: number): Promise<void> {
  await t.as('admin', 'POST', `/api/customers/${id}/erasure`, {});
  const { erasure } = data<CustomerPrivacy>(await t.as('admin', 'GET', `/api/customers/${id}/privacy`));
  await t.app.modules.customers.erasing.work(erasure?.id ?? 0);
}

/** Runs the server on the restored backup. */
async function withRestored(
  file: string,
  { named = [] }: { named?: Awaited<ReturnType<typeof readGivenErasures>> },
  work: (server: Awaited<ReturnType<TestApp['another']>>, said: string[]) => Promise<void>,
): Promise<void> {
  const url = withDatabase(t.databaseUrl, `restored_${randomBytes(6).toString('hex')}`);
  const dataDir = path.join(folder, randomUUID());
  await fs.mkdir(dataDir);
  await runOnServer(inject('adminUrl'), `create database ${databaseName(url)} ${ownerFromUrl(url)}`);
  const said: string[] = [];
  try {
    const backup = await openBackup(file, KEY);
    await restoreBackup(backup, { databaseUrl: url, dataDir, progress: () => undefined });
    backup.archive.close();
    await collectErasures({ file, named, dataDir, say: (line) => void said.push(line) });
    const server = await t.another({ databaseUrl: url, dataDir });
    try {
      await work(server, said);
    } finally {
      await server.close();
    }
  } finally {
    await runOnServer(inject('adminUrl'), `drop database ${databaseName(url)} with (force)`);
  }
}

it('customers erased since the backup are erased again before the restored server answers, and nobody else', async () => {
  const gone = await customer('Comes Back', ADDRESS);
  const kept = await customer('Stays', 'stays@buyer.example');
  const answer = await t.as('admin', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: gone.id,
    subject: 'Comes Back asks',
    department_id: t.departmentIds[0],
    note: 'Comes Back called',
  });
  const { id: ticketId } = data<{ id: number }>(answer);
  // The ticket is open when the backup is made.
  const backups = path.join(t.dataDir, 'backups');
  const file = await backUp(path.join(backups, backupName(new Date('2026-01-01T00:00:00Z'))));
  await t.platform.db.pool.query(`update tickets set status = 'closed' where id = ${ticketId}`);
  await erase(gone.id);
  expect(await fs.readFile(path.join(backups, 'erasures.jsonl'), 'utf8')).not.toContain('Comes');

  await withRestored(file, {}, async ({ app, platform }, said) => {
    expect(said.join()).toContain('erased since this backup: 1.');
    const { erasing } = app.modules.customers;
    expect(await erasing.repeat()).toBe(1);
    const names = async () =>
      (
        await platform.db.pool.query(
          `select name from customers where id in (${gone.id}, ${kept.id}) order by id`,
        )
      ).rows;
    expect(await names()).toEqual([{ name: '—' }, { name: 'Stays' }]);
    const { rows: addresses } = await platform.db.pool.query(
      `select from customer_identities where value = '${ADDRESS}'`,
    );
    expect(addresses).toEqual([]);
    const { erasure } = await erasing.of(gone.id);
    await erasing.work(erasure?.id ?? 0);
    const { rows: tickets } = await platform.db.pool.query(
      `select subject, status from tickets where id = ${ticketId}`,
    );
    expect(tickets).toEqual([{ subject: '—', status: 'closed' }]);
    const { rows: written } = await platform.db.pool.query(
      `select job from audit_log where action = 'customer.erasure_repeated' and subject = 'customer ${gone.id}'`,
    );
    expect(written).toEqual([{ job: 'customers:repeat-erasures' }]);
    expect(await erasing.repeat()).toBe(0);
  });
}, 60_000);

it(
  'the list of erasures may come from a later backup, and affects nobody of another installation',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const gone = await customer('Later', 'later@buyer.example');
    const file = await backUp(path.join(folder, 'alone', 'first.backup'));
    await erase(gone.id);
    const later = await backUp(path.join(folder, 'elsewhere', 'second.backup'));
    const named = await readGivenErasures(later);
    expect(named.map(({ customer_id: id }) => id)).toContain(gone.id);
    await expect(readGivenErasures(path.join(folder, 'none'))).rejects.toThrow('There is no');

    const foreign = named.map((one) => ({ ...one, created_at: '2020-01-01T00:00:00.000Z' }));
    await withRestored(file, { named: foreign }, async ({ app }) => {
      expect(await app.modules.customers.erasing.repeat()).toBe(0);
    });
    await withRestored(file, { named }, async ({ app }) => {
      expect(await app.modules.customers.erasing.repeat()).toBe(1);
    });
  },
);
