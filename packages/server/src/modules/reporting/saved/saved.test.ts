import type { SavedReport } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';
import type { Username } from '../../../../test/people.ts';

const view = {
  name: 'Breaks of yesterday',
  range: 'yesterday',
  from: null,
  until: null,
  is_compared: false,
  query: { group: 'agent' },
  is_shared: false,
  schedule: null,
};
const SOON = { timeout: 10_000 };
const HOUR_MS = 3_600_000;

describe('saved reports', () => {
  let t: TestApp;
  beforeEach(async () => {
    t = await testApp();
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  });
  afterEach(() => t.close());

  const save = (as: Username, more: object = {}) =>
    t.as(as, 'POST', '/api/saved-reports', { ...view, report: 'break_history', ...more });
  const list = async (as: Username) =>
    ((await t.as(as, 'GET', '/api/saved-reports')).body as { data: SavedReport[] }).data;

  it(
    'are one’s own until they are shared, and then of everybody who may see the report',
    { tags: 'full' },
    async () => {
      const { body } = await save('supervisor');
      const { id } = (body as { data: SavedReport }).data;
      expect(await list('supervisor')).toMatchObject([{ name: view.name, query: { group: 'agent' } }]);
      expect(await list('admin')).toEqual([]);
      const { name, range, from, until, is_compared, query, schedule } = view;
      const shared = { name, range, from, until, is_compared, query, schedule, is_shared: true };
      expect((await t.as('admin', 'PUT', `/api/saved-reports/${id}`, shared)).status).toBe(404);
      expect((await t.as('supervisor', 'PUT', `/api/saved-reports/${id}`, shared)).status).toBe(200);
      expect(await list('admin')).toMatchObject([{ id, is_shared: true }]);
      expect(await list('dewi')).toEqual([]);
      await t.as('admin', 'DELETE', `/api/saved-reports/${id}`);
      expect(await list('supervisor')).toHaveLength(1);
      await t.as('supervisor', 'DELETE', `/api/saved-reports/${id}`);
      expect(await list('supervisor')).toEqual([]);
    },
  );

  it(
    'are refused for reports that one may not see, filters that it does not have, and days out of place',
    { tags: 'full' },
    async () => {
      expect((await save('dewi')).status).toBe(403);
      expect((await save('supervisor', { query: { group: 'moon' } })).status).toBe(400);
      expect((await save('supervisor', { range: 'custom' })).status).toBe(400);
    },
  );

  describe('with a schedule', () => {
    let smtp: Awaited<ReturnType<typeof mailServer>>;
    const mails: string[] = [];
    beforeEach(async () => {
      mails.length = 0;
      smtp = await mailServer(mails);
      await t.platform.db.pool.query(`update users set email = username || '@mail.example'`);
    });
    afterEach(() => smtp.close());

    const connect = () => {
      const mail = {
        host: '127.0.0.1',
        port: smtp.port,
        secure: false,
        username: '',
        from: 'a@mail.example',
      };
      return t.as('admin', 'PATCH', '/api/configs/app', { mail });
    };
    const daily = (user_ids: readonly number[]) => ({
      every: 'day',
      weekday: 1,
      month_day: 1,
      at: '08:00',
      format: 'csv',
      user_ids,
    });
    /** Milliseconds until the next 08:00 in Jakarta. */
    function untilEight(): number {
      const now = t.clock.now().getTime();
      const day = 24 * HOUR_MS;
      const inDay = (now + 7 * HOUR_MS) % day;
      return (8 * HOUR_MS - inDay + day) % day;
    }
    const sendDue = () => t.app.modules.reporting.saved.sendDue();

    it('are refused where no mail can go out', { tags: 'full' }, async () => {
      const answer = await save('supervisor', { schedule: daily([t.idOf('admin')]) });
      expect(answer).toMatchObject({ status: 409, body: { code: 'mail_not_configured' } });
    });

    it('go once to each who may see it, at eight on the wall, and say who did not get one', async () => {
      await connect();
      await t.platform.db.pool.query(`update users set email = null where username = 'admin'`);
      const people = (['supervisor', 'admin', 'dewi', 'supervisor'] as const).map((name) => t.idOf(name));
      expect((await save('supervisor', { schedule: daily(people) })).status).toBe(200);
      t.clock.advance(untilEight() - 60_000);
      await sendDue();
      expect((await list('supervisor'))[0]?.last).toBeNull();
      t.clock.advance(60_000);
      // Two servers run it at the same time.
      await Promise.all([sendDue(), sendDue()]);
      await sendDue();
      await expect
        .poll(async () => (await list('supervisor'))[0]?.last?.counts, SOON)
        .toEqual({ sent: 1, no_address: 1, not_allowed: 1 });
      expect(mails).toHaveLength(1);
      expect(mails[0]).toContain('To: supervisor@mail.example');
      expect(mails[0]).toMatch(/filename=break_history_\d{4}-\d{2}-\d{2}_\d{4}-\d{2}-\d{2}_\d+T\d+Z\.csv/);
      t.clock.advance(24 * HOUR_MS);
      await sendDue();
      await expect.poll(() => mails.length, SOON).toBe(2);
    });
  });
});
