import { Activity, REPORTS, type ReportExport } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';

const SOON = { timeout: 10_000 };
const DAY = { from: '2026-10-05', until: '2026-10-05' };

describe('files of reports', () => {
  let t: TestApp;
  beforeEach(async () => {
    t = await testApp();
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
    await sql`select ensure_month_partitions('user_activity_log', '2026-10-01'::date, now()::date)`.execute(
      t.platform.db.q,
    );
    await breaks('dewi', 3);
  });
  afterEach(() => t.close());

  async function breaks(username: Username, count: number): Promise<void> {
    const begin = Date.parse('2026-10-05T01:00:00Z');
    for (let index = 0; index < count * 2; index += 1) {
      const activity = index % 2 === 0 ? Activity.onBreak : Activity.ready;
      await sql`insert into user_activity_log (user_id, user_activity_id, cause, started_at)
        values (${t.idOf(username)}, ${activity}, 'chosen', ${new Date(begin + index * 60_000)})`.execute(
        t.platform.db.q,
      );
    }
  }

  const ask = (as: Username, body: object) => t.as(as, 'POST', '/api/report-exports', body);
  const wanted = { report: 'break_history', format: 'csv', query: { ...DAY, group: 'record' } };
  const list = async (as: Username) =>
    ((await t.as(as, 'GET', '/api/report-exports')).body as { data: ReportExport[] }).data;
  const stateOf = (as: Username) => async () => (await list(as))[0]?.state;
  const fetchFile = (as: Username, id: number | undefined) =>
    t.as(as, 'GET', `/api/report-exports/${id}/file`);

  it('are made after the request, with the lines that the page shows, and can be fetched by who asked', async () => {
    expect(await ask('supervisor', wanted)).toMatchObject({
      status: 200,
      body: { data: { state: 'waiting' } },
    });
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [made] = await list('supervisor');
    expect(made).toMatchObject({ lines: 3, fault: null, query: wanted.query });
    expect(made?.file_name).toMatch(/^break_history_2026-10-05_2026-10-05_\d{8}T\d{6}Z\.csv$/);
    const file = await fetchFile('supervisor', made?.id);
    expect(String(file.body).trim().split('\r\n')).toHaveLength(4);
    expect(String(file.body)).toContain('Agent,Break reason,Start,End,Duration (s),Limit (s),');
    expect((await fetchFile('admin', made?.id)).status).toBe(404);
  });

  it(
    'have every record once, newest first, also where they are more than are read at a time',
    { tags: 'full' },
    async () => {
      await sql`insert into user_activity_log (user_id, user_activity_id, cause, started_at)
      select ${t.idOf('budi')}, case n % 2 when 0 then ${Activity.onBreak}::int else ${Activity.ready}::int end, 'chosen',
        '2026-10-05T01:00:00Z'::timestamptz + n * interval '6 seconds'
      from generate_series(0, 8201) n`.execute(t.platform.db.q);
      const query = { ...DAY, group: 'record', columns: 'began_at,agent,seconds' };
      await ask('supervisor', { ...wanted, query });
      await expect.poll(stateOf('supervisor'), SOON).toBe('done');
      const [made] = await list('supervisor');
      expect(made?.lines).toBe(4104);
      const file = await fetchFile('supervisor', made?.id);
      const lines = String(file.body).trim().split('\r\n').slice(1);
      expect(new Set(lines).size).toBe(4104);
      const times = lines.map((line) => line.split(',')[0] ?? '');
      expect(times).toEqual(times.toSorted().toReversed());
    },
  );

  it('are made of the records of every report', { tags: 'full' }, async () => {
    for (const code of Object.keys(REPORTS)) {
      const query = { ...DAY, group: 'record' };
      expect(await ask('admin', { report: code, format: 'csv', query }), code).toMatchObject({ status: 200 });
      await expect.poll(stateOf('admin'), SOON).toBe('done');
    }
  });

  it('have heads in the language of who asked; for programs they are codes', { tags: 'full' }, async () => {
    await sql`update users set language = 'id' where username = 'supervisor'`.execute(t.platform.db.q);
    await ask('supervisor', { ...wanted, query: { ...DAY, group: 'agent' } });
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [made] = await list('supervisor');
    expect(String((await fetchFile('supervisor', made?.id)).body)).toMatch(/^\uFEFF?Agen \(ID\);Agen;/);
    const machine = await t.as(
      'supervisor',
      'GET',
      `/api/reports/break_history/file?${new URLSearchParams(DAY).toString()}`,
    );
    expect(String(machine.body)).toMatch(/^\uFEFF?agent_id,agent,breaks,/);
  });

  it('have the columns that were chosen, in their order', { tags: 'full' }, async () => {
    const query = { ...DAY, group: 'agent', columns: 'longest_break_seconds,breaks' };
    await ask('supervisor', { ...wanted, query });
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [made] = await list('supervisor');
    const body = String((await fetchFile('supervisor', made?.id)).body);
    expect(body).toMatch(
      /^\uFEFF?Agent \(ID\),Agent,Longest break \(s\),Breaks\r\n\d+,Dewi Lestari,60,3\r\n$/,
    );
    for (const columns of ['breaks,breaks', 'agent', ''])
      expect((await ask('supervisor', { ...wanted, query: { ...query, columns } })).status).toBe(400);
    const file = (columns: string) =>
      t.as(
        'supervisor',
        'GET',
        `/api/reports/break_history/file?${new URLSearchParams({ ...DAY, group: 'record', columns }).toString()}`,
      );
    expect(String((await file('seconds,agent')).body)).toMatch(
      /^\uFEFF?seconds,agent\r\n60,Dewi Lestari\r\n/,
    );
  });

  it('are workbooks as well', { tags: 'full' }, async () => {
    await ask('supervisor', { ...wanted, format: 'xlsx', query: { ...DAY, group: 'agent' } });
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [made] = await list('supervisor');
    expect(made).toMatchObject({ lines: 1, format: 'xlsx' });
    expect(made?.bytes).toBeGreaterThan(500);
  });

  it('stand in the audit when they are asked for', { tags: 'full' }, async () => {
    await ask('supervisor', wanted);
    const { rows } = await sql<{ subject: string }>`
      select subject from audit_log where action = 'report.exported'`.execute(t.platform.db.q);
    expect(rows).toEqual([{ subject: 'report break_history' }]);
  });

  it(
    'are refused to who may not see the report, and for what its address would not take',
    { tags: 'full' },
    async () => {
      expect((await ask('dewi', wanted)).status).toBe(403);
      const backwards = { ...wanted, query: { from: '2026-10-05', until: '2026-10-01', group: 'agent' } };
      expect(await ask('supervisor', backwards)).toMatchObject({
        status: 400,
        body: { code: 'invalid', details: [{ path: 'query.until' }] },
      });
    },
  );

  it('can’t be fetched any more when the right to see the report has gone', async () => {
    await ask('supervisor', wanted);
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [made] = await list('supervisor');
    await sql`delete from user_level_modules where module_code = 'REPORT_BREAK'
      and user_level_id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      t.platform.db.q,
    );
    await sql`update user_levels set version = version + 1`.execute(t.platform.db.q);
    expect((await fetchFile('supervisor', made?.id)).status).toBe(403);
  });

  it('say that the disk is full where it is, leave nothing on it, and can be asked for again', async () => {
    const put = vi.spyOn(t.platform.files, 'put');
    put.mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    await ask('supervisor', wanted);
    await expect.poll(stateOf('supervisor'), SOON).toBe('failed');
    const [failed] = await list('supervisor');
    expect(failed).toMatchObject({ fault: 'disk_full', bytes: null });
    expect((await fetchFile('supervisor', failed?.id)).status).toBe(404);
    await ask('supervisor', wanted);
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
  });

  it('are removed by hand at once, and by themselves after some days', { tags: 'full' }, async () => {
    await ask('supervisor', wanted);
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const [first] = await list('supervisor');
    expect((await t.as('admin', 'DELETE', `/api/report-exports/${first?.id}`)).status).toBe(200);
    expect(await list('supervisor')).toHaveLength(1);
    await t.as('supervisor', 'DELETE', `/api/report-exports/${first?.id}`);
    expect(await list('supervisor')).toEqual([]);

    await ask('supervisor', wanted);
    await expect.poll(stateOf('supervisor'), SOON).toBe('done');
    const { rows } = await sql<{ file_id: string }>`select file_id from report_exports`.execute(
      t.platform.db.q,
    );
    t.clock.advance(7 * 86_400_000);
    await sql`select graphile_worker.add_job('reports:remove-exports')`.execute(t.platform.db.q);
    await expect.poll(() => t.platform.files.has(rows[0]?.file_id ?? ''), SOON).toBe(false);
  });

  it('that are cancelled before they are made are not made', { tags: 'full' }, async () => {
    await sql`select graphile_worker.add_job('reports:export', '{"id":1}'::json)`.execute(t.platform.db.q);
    const held = await t.platform.db.pool.connect();
    await held.query('begin; lock table user_activity_log in access exclusive mode');
    await ask('supervisor', wanted);
    const [waiting] = await list('supervisor');
    await t.as('supervisor', 'DELETE', `/api/report-exports/${waiting?.id}`);
    await held.query('rollback');
    held.release();
    expect(await list('supervisor')).toEqual([]);
    await sql`select graphile_worker.add_job('reports:remove-exports')`.execute(t.platform.db.q);
    await expect
      .poll(
        async () =>
          (await sql<{ n: number }>`select count(*)::int as n from report_exports`.execute(t.platform.db.q))
            .rows[0]?.n,
        { timeout: 10_000 },
      )
      .toBe(0);
  });

  it('are no more than five at once', { tags: 'full' }, async () => {
    await t.signIn('supervisor');
    const held = await t.platform.db.pool.connect();
    await held.query('begin; lock table user_activity_log in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('supervisor', wanted)));
    await held.query('rollback');
    held.release();
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 409,
    ]);
  });
});
