import { Media, type MediaId, type Report, type ReportRecord } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';
import { recordsBehind } from '../../../../test/report-records.ts';

type Line = {
  at: string;
  by: 'customer' | 'machine' | 'system' | Username;
  kind?: 'inbound' | 'outbound' | 'note' | 'event';
  media?: MediaId;
  state?: 'sent' | 'failed';
  event?: object;
};

const solved = { type: 'changed', version: 2, changes: [{ field: 'status', from: 'open', to: 'solved' }] };

describe('reports of messages', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  beforeEach(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    await sql`select ensure_month_partitions('messages', '2026-10-01'::date, now()::date)`.execute(
      t.platform.db.q,
    );
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  });
  afterEach(() => t.close());

  /** A ticket with its time line; times are those of 2 November in Jakarta unless they include the day. */
  async function ticket(lines: readonly Line[], department = 0): Promise<number> {
    const { id } = await desk.create({ department_id: t.departmentIds[department] }, 'admin');
    await sql`delete from messages where ticket_id = ${id}`.execute(t.platform.db.q);
    for (const line of lines) await insertLine(id, line);
    return id;
  }

  async function insertLine(ticketId: number, line: Line): Promise<void> {
    const { at, by, event, media = Media.whatsapp, state = null } = line;
    const isCustomer = by === 'customer' || by === 'machine';
    const kind = line.kind ?? (isCustomer ? 'inbound' : 'outbound');
    const authorType = isCustomer ? 'customer' : 'user';
    const mail = by === 'machine' ? JSON.stringify({ is_auto: true }) : null;
    await sql`
      insert into messages (ticket_id, media_id, kind, author_type, author_id, author_name, event, mail, state, created_at)
      values (${ticketId}, ${kind === 'event' ? null : media}, ${kind}, ${by === 'system' ? by : authorType},
        ${isPerson(by) ? t.idOf(by) : null}, 'x', ${event ? JSON.stringify(event) : null}::jsonb, ${mail}::jsonb, ${state},
        ${at.includes('T') ? at : `2026-11-02T${at}+07:00`})`.execute(t.platform.db.q);
  }
  const isPerson = (by: Line['by']): by is Username => !['customer', 'machine', 'system'].includes(by);

  async function report(address: string, as: Username = 'admin'): Promise<Report> {
    const { status, body } = await t.as(as, 'GET', `/api/reports/${address}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: Report }).data;
  }
  const DAY = 'from=2026-11-02&until=2026-11-02';

  it('a person answers; automatic replies, notes and system lines do not (F1)', async () => {
    await ticket([
      { at: '09:00:00', by: 'customer' },
      { at: '09:00:02', by: 'system' },
      { at: '09:03:00', by: 'system', kind: 'event', event: { type: 'followed' } },
      { at: '09:05:00', by: 'dewi', kind: 'note' },
      { at: '09:12:00', by: 'dewi' },
    ]);
    expect((await report(`whatsapps?${DAY}`)).total).toMatchObject({
      messages_received: 1,
      messages_sent: 1,
      automatic_messages: 1,
      tickets: 1,
      waits: 1,
      waits_answered: 1,
      first_reply_mean_seconds: 720,
      first_reply_median_seconds: 720,
      next_reply_mean_seconds: null,
    });
    expect((await report(`sms?${DAY}`)).total).toMatchObject({
      messages_received: 0,
      waits: 0,
      first_reply_mean_seconds: null,
    });
  });

  it(
    'a machine that solves it answers nobody: the first reply is still owed (F2)',
    { tags: 'full' },
    async () => {
      await ticket([
        { at: '08:00:00', by: 'dewi' },
        { at: '09:00:00', by: 'customer' },
        { at: '09:05:00', by: 'system', kind: 'event', event: solved },
        { at: '14:00:00', by: 'customer' },
        { at: '14:10:00', by: 'dewi' },
        { at: '15:00:00', by: 'customer' },
        { at: '15:03:00', by: 'dewi' },
      ]);
      expect((await report(`whatsapps?${DAY}`)).total).toMatchObject({
        waits: 3,
        waits_closed: 1,
        first_reply_mean_seconds: 600,
        next_reply_mean_seconds: 180,
      });
    },
  );

  it('several messages in a row are one wait, which ends with what was delivered or with the solving', async () => {
    await ticket([
      { at: '09:00:00', by: 'customer' },
      { at: '09:01:00', by: 'customer' },
      { at: '09:02:00', by: 'dewi', state: 'failed' },
      { at: '09:05:00', by: 'dewi' },
      { at: '09:06:00', by: 'dewi' },
      { at: '09:10:00', by: 'customer' },
      { at: '09:11:00', by: 'machine' },
      { at: '09:13:00', by: 'budi' },
      { at: '09:20:00', by: 'customer' },
      { at: '09:30:00', by: 'budi', kind: 'event', event: solved },
      // Asked after the range, and never answered.
      { at: '2026-11-03T10:00:00+07:00', by: 'customer' },
    ]);
    const { total } = await report(`whatsapps?${DAY}`);
    expect(total).toMatchObject({
      messages_received: 5,
      messages_sent: 4,
      messages_failed: 1,
      waits: 3,
      waits_answered: 2,
      waits_closed: 1,
      waits_open: 0,
      first_reply_mean_seconds: 300,
      next_reply_mean_seconds: 180,
    });
    const { body } = await t.as('admin', 'GET', `/api/reports/whatsapps/records?${DAY}`);
    expect(
      (body as { data: ReportRecord[] }).data.map(({ cells }) => [
        cells['outcome'],
        cells['is_first'],
        cells['seconds'],
        cells['agent'],
      ]),
    ).toEqual([
      ['closed', false, null, ''],
      ['answered', false, 180, 'Budi Santoso'],
      ['answered', true, 300, 'Dewi Lestari'],
    ]);
    expect(await recordsBehind(t, 'whatsapps', { range: DAY, group: 'agent' })).toEqual({
      counted: 3, // two answered, by two people, and one closed
      different: [],
    });
    const first = await t.as(
      'admin',
      'GET',
      `/api/reports/whatsapps/records?${DAY}&metric=first_reply_p90_seconds`,
    );
    expect((first.body as { data: ReportRecord[] }).data).toMatchObject([{ cells: { seconds: 300 } }]);
    const next = await report('whatsapps?from=2026-11-03&until=2026-11-03');
    expect(next.total).toMatchObject({ waits: 1, waits_open: 1, first_reply_mean_seconds: null });
  });

  it(
    'a wait belongs to the day on which it began, in the workspace’s zone, and to whoever ended it (F5)',
    { tags: 'full' },
    async () => {
      await ticket([
        { at: '23:58:00', by: 'customer' },
        { at: '2026-11-03T00:02:00+07:00', by: 'dewi' },
      ]);
      const { rows, total } = await report('whatsapps?from=2026-11-02&until=2026-11-03');
      expect(
        rows.map(({ key, figures }) => [
          key,
          figures['waits'],
          figures['messages_sent'],
          figures['first_reply_mean_seconds'],
        ]),
      ).toEqual([
        ['2026-11-02', 1, 0, 240],
        ['2026-11-03', 0, 1, null],
      ]);
      expect(total['waits']).toBe(1);
      const hours = await report('whatsapps?from=2026-11-02&until=2026-11-03&group=hour');
      expect(hours.rows.map(({ key }) => key)).toEqual(['00', '23']);
      const agents = await report('whatsapps?from=2026-11-02&until=2026-11-03&group=agent');
      expect(agents.rows).toMatchObject([
        {
          name: 'Dewi Lestari',
          figures: { messages_sent: 1, waits_answered: 1, messages_received: null, waits_open: null },
        },
        { key: '', figures: { messages_received: 1 } },
      ]);
      const one = await report(`whatsapps?${DAY}&user_id=${t.idOf('budi')}`);
      expect(one.total).toMatchObject({ messages_received: null, messages_sent: 0 });
    },
  );

  it('a reply in office hours is reckoned with the offset of each day (F6)', { tags: 'full' }, async () => {
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Europe/Berlin' });
    await sql`update office_hours set time_zone = 'Europe/Berlin', hours = 'Mo-Fr 09:00-17:00' where is_default`.execute(
      t.platform.db.q,
    );
    await ticket([
      { at: '2026-10-23T14:00:00Z', by: 'customer' },
      { at: '2026-10-26T09:00:00Z', by: 'dewi' },
      // Written and answered while nobody had to work.
      { at: '2026-10-31T09:00:00Z', by: 'customer' },
      { at: '2026-11-01T09:00:00Z', by: 'dewi' },
    ]);
    const range = 'from=2026-10-23&until=2026-10-31';
    const firstAndNext = ({ total }: Report) => [
      total['first_reply_mean_seconds'],
      total['next_reply_mean_seconds'],
    ];
    expect(firstAndNext(await report(`whatsapps?${range}`))).toEqual([67 * 3600, 24 * 3600]);
    const inHours = await report(`whatsapps?${range}&hours=office&group=agent`);
    expect(firstAndNext(inHours)).toEqual([2 * 3600, 0]);
    expect(inHours.total).toMatchObject({ waits: 2, waits_answered: 2, messages_received: 2 });
    // Files, records, the performance report and the catalogue of metrics say the same.
    const get = (path: string) => t.as('admin', 'GET', path);
    const file = await get(`/api/reports/whatsapps/file?${range}&hours=office&group=record&columns=seconds`);
    expect(String(file.body)).toMatch(/seconds\r\n0\r\n7200\r\n$/);
    expect((await report(`performance?${range}&hours=office`)).total).toMatchObject({
      first_reply_p90_seconds: 2 * 3600,
    });
    const { body } = await get(`/api/metrics?report=whatsapps&${range}&hours=office`);
    expect((body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ code: 'first_reply_mean_seconds', value: 2 * 3600 }),
    );
    expect((await get(`/api/reports/calls?${range}&hours=office`)).status).toBe(400);
  });

  it('means are of waits, percentiles by the nearest rank (F8)', { tags: 'full' }, async () => {
    for (let n = 0; n < 10; n += 1)
      await ticket([
        { at: `09:0${n}:00`, by: 'customer' },
        { at: `09:0${n}:59`, by: 'dewi' },
      ]);
    await ticket(
      [
        { at: '10:00:00', by: 'customer' },
        { at: '10:19:20', by: 'sarah' },
      ],
      1,
    );
    const { total, rows } = await report(`whatsapps?${DAY}&group=department`);
    expect(total).toMatchObject({
      first_reply_mean_seconds: Math.round((10 * 59 + 1160) / 11),
      first_reply_median_seconds: 59,
      first_reply_p90_seconds: 59,
    });
    expect(rows.map(({ name, figures }) => [name, figures['first_reply_mean_seconds']])).toEqual([
      ['Billing', 1160],
      ['Care', 59],
    ]);
  });

  it('tickets out of sight are not counted, and merged ones are one', { tags: 'full' }, async () => {
    await ticket([{ at: '09:00:00', by: 'customer' }]);
    const [left, gone] = [
      await ticket([{ at: '10:00:00', by: 'customer' }], 1),
      await ticket(
        [
          { at: '10:05:00', by: 'customer' },
          { at: '10:06:00', by: 'sarah' },
        ],
        1,
      ),
    ];
    await sql`update tickets set merged_into = ${left} where id = ${gone}`.execute(t.platform.db.q);
    expect((await report(`whatsapps?${DAY}`)).total).toMatchObject({
      tickets: 2,
      waits: 2,
      waits_answered: 1,
      first_reply_mean_seconds: 360,
    });
    await sql`update user_levels set visibility = 'department' where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      t.platform.db.q,
    );
    await sql`delete from user_departments where user_id = ${t.idOf('supervisor')} and department_id = ${t.departmentIds[1]}`.execute(
      t.platform.db.q,
    );
    expect((await report(`whatsapps?${DAY}`, 'supervisor')).total).toMatchObject({
      tickets: 1,
      waits: 1,
      waits_open: 1,
    });
    expect((await t.as('dewi', 'GET', `/api/reports/whatsapps?${DAY}`)).status).toBe(403);
  });
});
