import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it.each(['Asia/Jakarta', 'UTC', 'US/Pacific'])('takes the time zone %s', async (zone) => {
  const { status, body } = await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: zone });
  expect([status, body]).toMatchObject([200, { data: { time_zone: zone } }]);
});

it.each(['Mars/X', '', 'asia jakarta', "'; drop table users"])(
  'refuses the time zone "%s" in words, and keeps the one before',
  async (zone) => {
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
    const { status, body } = await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: zone });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid',
      details: [{ path: 'time_zone', message: 'Unknown time zone: use a name such as Asia/Jakarta or UTC' }],
    });
    expect((await t.as('admin', 'GET', '/api/configs/app')).body).toMatchObject({
      data: { time_zone: 'Asia/Jakarta' },
    });
  },
);

describe('which calls are recorded', () => {
  const rules = { voice: null, video: null, departments: [], keep_days: null };
  const change = (recording: object) => t.as('admin', 'PATCH', '/api/configs/app', { recording });

  it('is what the server was started with, until somebody says otherwise', async () => {
    const { body } = await t.as('dewi', 'GET', '/api/configs/app');
    expect(body).toMatchObject({ data: { recording: { ...rules, default: 'never' } } });
    const [care] = t.departmentIds;
    const own = { department_id: care, voice: 'always', video: null };
    const said = { ...rules, video: 'on_demand', departments: [own], keep_days: 90 };
    expect(await change(said)).toMatchObject({
      status: 200,
      body: { data: { recording: { ...said, default: 'never' } } },
    });
    const audit = await t.platform.db.q
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(audit).toEqual({ action: 'config.changed', subject: 'recording' });
  });

  it.each([
    ['a department that is not there', [{ department_id: 999_999, voice: null, video: null }], 90, 422],
    ['a department twice', [1, 1].map((id) => ({ department_id: id, voice: null, video: null })), 90, 400],
    ['a policy that there is not', [{ department_id: 1, voice: 'sometimes', video: null }], 90, 400],
    ['keeping them for no day', [], 0, 400],
    ['keeping them for half a day', [], 0.5, 400],
  ])('does not take %s', async (_what, departments, keep_days, status) => {
    expect((await change({ ...rules, departments, keep_days })).status).toBe(status);
  });

  it('is not an agent’s to say', async () => {
    const { status } = await t.as('dewi', 'PATCH', '/api/configs/app', { recording: rules });
    expect(status).toBe(403);
  });
});
