import type { Report, ReportRecord, RoomDial } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Socket } from 'socket.io-client';
import { testApp, type TestApp } from '../../../../../test/app.ts';
import { recordsBehind } from '../../../../../test/report-records.ts';
import { nextEvent, phones } from '../../../../../test/telephony/phones.ts';

describe('the report of calls in rooms', () => {
  let t: TestApp;
  let widget: string;
  let dewi: Socket;
  const own = phones(
    () => t,
    () => widget,
  );
  beforeEach(async () => {
    t = await testApp();
    widget = await t.widget();
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'UTC' });
    dewi = await own.ready('dewi');
  });
  afterEach(async () => {
    dewi.disconnect();
    await t.close();
  });

  const day = (back: number) =>
    new Date(t.clock.now().getTime() - back * 86_400_000).toISOString().slice(0, 10);
  const range = () => `from=${day(1)}&until=${day(0)}`;
  async function report(more = ''): Promise<Report> {
    const { status, body } = await t.as('admin', 'GET', `/api/reports/voip?${range()}${more}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: Report }).data;
  }

  /** Moves a recorded call to known times of the previous day. */
  async function at(id: number, times: { began: string; answered: string; left: string; ready: string }) {
    const on = (time: string) => `${day(1)}T${time}Z`;
    const { q } = t.platform.db;
    const { began, answered, left, ready } = times;
    await sql`update calls set started_at = ${on(began)}, answered_at = ${on(answered)}, ended_at = ${on(left)} where id = ${id}`.execute(
      q,
    );
    await sql`update call_agents set since = ${on(answered)}, left_at = ${on(left)} where call_id = ${id}`.execute(
      q,
    );
    await sql`delete from user_activity_log`.execute(q);
    await sql`insert into user_activity_log (user_id, user_activity_id, started_at, cause) values
      (${t.idOf('dewi')}, 17, ${on(left)}, 'call ended'), (${t.idOf('dewi')}, 6, ${on(ready)}, 'wrap-up over')`.execute(
      q,
    );
  }

  it('counts what rang and was taken, with times and rating', async () => {
    const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
    const { visitor, call } = await own.call();
    const dial = await rings;
    const picked = await own.pickUp('dewi', dial);
    const id = picked.body.data?.call_id ?? 0;
    await own.hangUp('dewi', dial.room_name);
    const rated = await t.call('POST', '/api/livechat/calls/rate', {
      token: visitor,
      body: { room_name: call.room_name, rating: 4, comment: 'Kind' },
    });
    expect(rated.status).toBe(200);
    await at(id, { began: '00:10:00', answered: '00:10:30', left: '00:20:30', ready: '00:21:30' });
    const { total, rows } = await report('&group=agent');
    expect(total).toMatchObject({
      calls_offered: 1,
      calls_answered: 1,
      calls_abandoned: 0,
      abandonment_ratio: 0,
      rings: 1,
      rings_missed: 0,
      rings_declined: 0,
      answer_mean_seconds: 30,
      calls_handled: 1,
      talk_seconds: 600,
      wrap_up_seconds: 60,
      handle_mean_seconds: 660,
      ratings: 1,
      rating_mean: 4,
    });
    expect(rows).toMatchObject([
      { name: 'Dewi Lestari', figures: { calls_answered: 1, abandonment_ratio: null } },
    ]);
    expect(await recordsBehind(t, 'voip', { range: range(), group: 'agent' })).toEqual({
      // Compared figures: answered calls, handled calls, rings, ratings.
      counted: 4,
      different: [],
    });
    const { body } = await t.as('admin', 'GET', `/api/reports/voip/records?${range()}`);
    expect((body as { data: ReportRecord[] }).data.map(({ cells }) => cells)).toMatchObject([
      {
        outcome: 'answered',
        wait_seconds: 30,
        talk_seconds: 600,
        rating: 4,
        agent: 'Dewi Lestari',
        is_video: false,
      },
    ]);
  });

  it(
    'a ring that nobody takes is missed, one that is declined is declined, and who gives up is lost',
    { tags: 'full' },
    async () => {
      const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
      const { visitor, call } = await own.call();
      await rings;
      const offers = t.platform.db.q.selectFrom('conversations').select('id').where('status', '=', 'offered');
      const [offered] = await offers.execute();
      expect((await t.as('dewi', 'POST', `/api/conversations/${offered?.id}/decline`, {})).status).toBe(200);
      await t.call('POST', '/api/livechat/calls/end', {
        token: visitor,
        body: { room_name: call.room_name },
      });
      expect((await report()).total).toMatchObject({
        calls_offered: 1,
        calls_answered: 0,
        calls_abandoned: 1,
        abandonment_ratio: 1,
        rings: 1,
        rings_declined: 1,
        answer_mean_seconds: null,
        rating_mean: null,
      });
      // Agents who declined a call find it among their records, even if somebody else, or nobody, answered it.
      expect(await recordsBehind(t, 'voip', { range: range(), group: 'agent' })).toMatchObject({
        different: [],
      });
      const declined = `${range()}&user_id=${t.idOf('dewi')}&metric=rings_declined`;
      const { body } = await t.as('admin', 'GET', `/api/reports/voip/records?${declined}`);
      expect((body as { data: ReportRecord[] }).data).toHaveLength(1);
    },
  );
});
