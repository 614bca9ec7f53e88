import { afterAll, beforeAll, expect, it } from 'vitest';
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
      details: [
        { path: 'time_zone', message: 'There is no such time zone: use a name such as Asia/Jakarta or UTC' },
      ],
    });
    expect((await t.as('admin', 'GET', '/api/configs/app')).body).toMatchObject({
      data: { time_zone: 'Asia/Jakarta' },
    });
  },
);
