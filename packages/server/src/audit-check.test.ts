import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../test/app.ts';
import { auditCheck } from './audit-check.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('proves the audit log while the server runs, and fails where it breaks', async () => {
  const said: string[] = [];
  const env = { DATABASE_URL: t.databaseUrl };
  const run = () => auditCheck({ root: '/', env, say: (line) => void said.push(line) });
  await t.signIn('admin');
  await t.app.modules.audit.chain();
  await run();
  expect(said).toEqual([
    expect.stringMatching(/^The audit log is whole: 1 entries, up to place 1, [0-9a-f]{64}\.$/),
  ]);
  await t.platform.db.pool.query(`insert into audit_entries (action, subject) values ('put.in', 'x')`);
  await expect(run()).rejects.toThrow(/^The audit log is broken: entry \d+ is not part of the chain\.$/);
});

it('says where to look when there is no audit log', async () => {
  const run = auditCheck({ root: '/', env: { DATA_DIR: '/nowhere' }, say: () => undefined });
  await expect(run).rejects.toThrow('There is nothing to check in /nowhere');
});
