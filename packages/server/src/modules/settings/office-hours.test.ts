import type { Holiday, OfficeHours } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const HOURS = '/api/settings/office_hours';
const HOLIDAYS = '/api/settings/holidays';
const day = (weekday: number, from: number, to: number) => ({
  weekday,
  from_minute: from * 60,
  to_minute: to * 60,
});
let count = 0;
const fresh = (more: object = {}) => {
  count += 1;
  return { name: `Hours ${count}`, time_zone: 'Asia/Jakarta', periods: [day(1, 8, 17)], ...more };
};
async function create(more: object = {}): Promise<OfficeHours> {
  const { status, body } = await t.as('admin', 'POST', HOURS, fresh(more));
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: OfficeHours }).data;
}
const list = async (): Promise<OfficeHours[]> =>
  ((await t.as('admin', 'GET', HOURS)).body as { data: OfficeHours[] }).data;
const aHoliday = (more: object = {}) => ({
  name: 'Independence day',
  date: '2027-08-17',
  is_yearly: true,
  periods: [],
  office_hours_id: null,
  ...more,
});
const audited = async () =>
  (
    await t.platform.db.q
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.action;

describe('office hours', () => {
  it('are around the clock until somebody says otherwise', async () => {
    expect(await list()).toMatchObject([{ name: 'Around the clock', time_zone: 'UTC', is_default: true }]);
  });

  it('are made, changed and removed, and that is audited', async () => {
    const made = await create({ periods: [day(1, 8, 12), day(1, 13, 24), day(2, 0, 2)] });
    expect(made).toMatchObject({ is_default: false, department_ids: [], version: 1 });
    const changed = await t.as('admin', 'PATCH', `${HOURS}/${made.id}`, { version: 1, time_zone: 'UTC' });
    expect(changed.body).toMatchObject({ data: { time_zone: 'UTC', periods: made.periods, version: 2 } });
    expect(await audited()).toBe('office_hours.changed');
    expect((await t.as('admin', 'DELETE', `${HOURS}/${made.id}`)).status).toBe(200);
    expect(await audited()).toBe('office_hours.removed');
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
  });

  it('that somebody else has changed are not written over', async () => {
    const made = await create();
    await t.as('admin', 'PATCH', `${HOURS}/${made.id}`, { version: 1, time_zone: 'UTC' });
    const { status, body } = await t.as('admin', 'PATCH', `${HOURS}/${made.id}`, {
      version: 1,
      name: 'Mine',
    });
    expect([status, body]).toMatchObject([
      409,
      { code: 'stale', details: { current: { version: 2, time_zone: 'UTC' } } },
    ]);
  });

  it.each([
    ['periods that overlap', { periods: [day(1, 8, 12), day(1, 11, 17)] }, 400],
    ['a period that ends before it starts', { periods: [day(1, 17, 8)] }, 400],
    ['an eighth weekday', { periods: [day(8, 8, 17)] }, 400],
    ['half a minute', { periods: [{ weekday: 1, from_minute: 0.5, to_minute: 60 }] }, 400],
    ['a time zone that there is not', { time_zone: 'Mars/X' }, 400],
    ['a name that is taken', { name: 'Around the clock' }, 409],
  ])('do not take %s', async (_what, more, status) => {
    expect((await t.as('admin', 'POST', HOURS, fresh(more))).status).toBe(status);
  });

  it('of a department fall back to the default when they are removed; the default stays', async () => {
    const made = await create();
    const [care] = t.departmentIds;
    await t.as('admin', 'PUT', `/api/settings/departments/${care}/office_hours`, {
      office_hours_id: made.id,
    });
    expect((await list()).find(({ id }) => id === made.id)?.department_ids).toEqual([care]);
    expect((await t.as('admin', 'DELETE', `${HOURS}/${made.id}`)).status).toBe(200);
    const q = t.platform.db.q;
    const { name } = await t.app.modules.settings.officeHours.hoursOf(q, care ?? 0);
    expect(name).toBe('Around the clock');
    const usual = (await list()).find(({ is_default: isDefault }) => isDefault);
    expect((await t.as('admin', 'DELETE', `${HOURS}/${usual?.id}`)).status).toBe(409);
  });

  it('have exactly one default, also when another becomes it', async () => {
    const before = (await list()).find(({ is_default: isDefault }) => isDefault);
    const made = await create();
    await t.as('admin', 'PATCH', `${HOURS}/${made.id}`, { version: 1, is_default: true });
    expect((await list()).filter((one) => one.is_default).map(({ id }) => id)).toEqual([made.id]);
    await t.as('admin', 'PATCH', `${HOURS}/${before?.id}`, { version: before?.version, is_default: true });
    expect((await list()).filter((one) => one.is_default).map(({ id }) => id)).toEqual([before?.id]);
  });

  it('of a department that is not there, or that are not there, are refused', async () => {
    const set = (department: number, id: number) =>
      t.as('admin', 'PUT', `/api/settings/departments/${department}/office_hours`, { office_hours_id: id });
    expect((await set(999_999, (await create()).id)).status).toBe(404);
    expect((await set(t.departmentIds[0] ?? 0, 999_999)).status).toBe(422);
  });
});

describe('holidays', () => {
  it('are made once a day, changed and removed', async () => {
    const { body } = await t.as('admin', 'POST', HOLIDAYS, aHoliday());
    const { data: made } = body as { data: Holiday };
    expect(made).toMatchObject({ date: '2027-08-17', is_yearly: true, periods: [], version: 1 });
    expect((await t.as('admin', 'POST', HOLIDAYS, aHoliday())).status).toBe(409);
    const open = { version: 1, periods: [{ from_minute: 540, to_minute: 720 }] };
    expect((await t.as('admin', 'PATCH', `${HOLIDAYS}/${made.id}`, open)).body).toMatchObject({
      data: { periods: open.periods, version: 2 },
    });
    expect((await t.as('admin', 'PATCH', `${HOLIDAYS}/${made.id}`, open)).status).toBe(409);
    expect((await t.as('admin', 'DELETE', `${HOLIDAYS}/${made.id}`)).status).toBe(200);
    expect((await t.as('admin', 'DELETE', `${HOLIDAYS}/${made.id}`)).status).toBe(404);
  });

  it.each([
    ['a day that there is not', { date: '2027-02-30' }, 400],
    ['no date', { date: 'tomorrow' }, 400],
    ['office hours that are not there', { office_hours_id: 999_999 }, 422],
  ])('do not take %s', async (_what, more, status) => {
    expect((await t.as('admin', 'POST', HOLIDAYS, aHoliday(more))).status).toBe(status);
  });

  it('come from a calendar file, after a look at what would come, and come once', async () => {
    const icalendar = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'SUMMARY:Christmas',
      'DTSTART;VALUE=DATE:20201225',
      'RRULE:FREQ=YEARLY',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Lunch',
      'DTSTART:20270101T110000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const send = async (apply: boolean) =>
      (await t.as('admin', 'POST', `${HOLIDAYS}/import`, { icalendar, office_hours_id: null, apply })).body;
    const errors = [{ event: 'Lunch', message: 'It is not for a whole day' }];
    const year = t.clock.now().getUTCFullYear();
    const days = (is_new: boolean) =>
      [0, 1, 2, 3, 4].map((after) => ({ name: 'Christmas', date: `${year + after}-12-25`, is_new }));
    expect(await send(false)).toEqual({ data: { holidays: days(true), errors, created: 0 } });
    expect(await send(true)).toEqual({ data: { holidays: days(true), errors, created: 5 } });
    expect(await audited()).toBe('holidays.imported');
    expect(await send(true)).toEqual({ data: { holidays: days(false), errors, created: 0 } });
    const { data } = (await t.as('admin', 'GET', HOLIDAYS)).body as { data: Holiday[] };
    expect(data.filter(({ name }) => name === 'Christmas')).toHaveLength(5);
  });
});

it('targets of a priority are set, and one that is not there is not found', async () => {
  const { id } = await t.app.modules.settings.defaultPriority(t.platform.db.q);
  const targets = { first_response_minutes: 10, next_response_minutes: null, resolution_minutes: 600 };
  const set = (priority: number) =>
    t.as('admin', 'PUT', `/api/settings/priorities/${priority}/targets`, targets);
  expect((await set(id)).status).toBe(200);
  const { body } = await t.as('dewi', 'GET', '/api/reference');
  const { data } = body as { data: { priorities: { id: number }[] } };
  expect(data.priorities.find((one) => one.id === id)).toMatchObject(targets);
  expect((await set(999_999)).status).toBe(404);
});
