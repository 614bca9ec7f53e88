import type { ListRow, ListValues } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { workingTimeBetween } from '#platform/calendar/working-time';
import type { AffectedDeadlines } from './office-hours-service.ts';

let t: TestApp;
const heard: AffectedDeadlines[] = [];
beforeAll(async () => {
  t = await testApp();
  t.app.modules.settings.officeHours.onMoved(async (_, moved) => void heard.push(moved));
});
afterAll(() => t.close());

const HOURS = '/api/settings/office_hours';
const HOLIDAYS = '/api/settings/holidays';

let count = 0;
async function create(list: string, values: ListValues): Promise<ListRow> {
  const { status, body } = await t.as('admin', 'POST', list, { values });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: ListRow }).data;
}
const newOfficeHours = (more: ListValues = {}): ListValues => {
  count += 1;
  return { name: `Hours ${count}`, time_zone: 'Asia/Jakarta', hours: 'Mo 08:00-17:00', ...more };
};
const aHoliday = (more: ListValues = {}): ListValues => ({
  name: 'Independence day',
  date: '2027-08-17',
  is_yearly: true,
  ...more,
});
const rows = async (list: string): Promise<ListRow[]> =>
  ((await t.as('admin', 'GET', list)).body as { data: ListRow[] }).data;
async function edit(list: string, id: number, values: ListValues) {
  const row = (await rows(`${list}?id=${id}`))[0];
  return t.as('admin', 'PATCH', `${list}/${id}`, { version: row?.version ?? 0, values });
}
/** What the listener was told since the last call. */
const heardChanges = () => heard.splice(0);

describe('office hours', () => {
  it('are around the clock until somebody says otherwise', async () => {
    expect((await rows(HOURS)).map(({ values }) => values)).toEqual([
      { name: 'Around the clock', time_zone: 'UTC', hours: 'Mo-Su 00:00-24:00', is_default: true },
    ]);
  });

  it('are kept in one way of writing', async () => {
    const made = await create(HOURS, newOfficeHours({ hours: 'tu 8:00-24:00;mo 13:00-17:00 08:00-12:00' }));
    expect(made.values['hours']).toBe('Mo 08:00-12:00 13:00-17:00; Tu 08:00-24:00');
  });

  it.each([
    ['periods that overlap', { hours: 'Mo 08:00-12:00 11:00-17:00' }],
    ['a period that ends before it starts', { hours: 'Mo 17:00-08:00' }],
    ['never open', { hours: '' }],
    ['a time zone that there is not', { time_zone: 'Mars/X' }],
  ])('do not take %s', async (_what, more) => {
    expect((await t.as('admin', 'POST', HOURS, { values: newOfficeHours(more) })).status).toBe(400);
  });

  it('of a department hold for it, and cannot be deleted while they do', async () => {
    const made = await create(HOURS, newOfficeHours());
    const [care = 0] = t.departmentIds;
    heardChanges();
    expect((await edit('/api/settings/departments', care, { office_hours_id: made.id })).status).toBe(200);
    expect(heardChanges()).toEqual([{ departments: [care] }]);
    const { name } = await t.app.modules.settings.officeHours.hoursOf(t.platform.db.q, care);
    expect(name).toBe(made.values['name']);
    expect((await t.as('admin', 'DELETE', `${HOURS}/${made.id}`)).body).toMatchObject({ code: 'in_use' });
    await edit(HOURS, made.id, { hours: 'Tu 08:00-17:00' });
    expect(heardChanges()).toEqual([{ departments: [care] }]);
    await edit('/api/settings/departments', care, { office_hours_id: null });
    expect((await t.as('admin', 'DELETE', `${HOURS}/${made.id}`)).status).toBe(200);
  });

  it('have exactly one default; another one moves everybody', async () => {
    const before = (await rows(HOURS)).find(({ values }) => values['is_default']);
    expect((await edit(HOURS, before?.id ?? 0, { is_default: false })).status).toBe(409);
    const made = await create(HOURS, newOfficeHours());
    heardChanges();
    expect((await edit(HOURS, made.id, { is_default: true })).status).toBe(200);
    expect(heardChanges()).toEqual([{}]);
    const defaults = (await rows(HOURS)).filter(({ values }) => values['is_default']);
    expect(defaults.map(({ id }) => id)).toEqual([made.id]);
    await edit(HOURS, before?.id ?? 0, { is_default: true });
  });
});

describe('holidays', () => {
  it('are made once a day, changed and removed, and move whose they are', async () => {
    const hours = await create(HOURS, newOfficeHours());
    const [care = 0] = t.departmentIds;
    await edit('/api/settings/departments', care, { office_hours_id: hours.id });
    heardChanges();
    const made = await create(HOLIDAYS, aHoliday());
    expect(made.values).toMatchObject({ date: '2027-08-17', is_yearly: true, hours: '' });
    expect(heardChanges()).toEqual([{}]);
    expect((await t.as('admin', 'POST', HOLIDAYS, { values: aHoliday() })).body).toMatchObject({
      code: 'duplicate',
      details: { path: 'values.date' },
    });
    const own = await create(HOLIDAYS, aHoliday({ office_hours_id: hours.id }));
    await edit(HOLIDAYS, own.id, { hours: '09:00-12:00' });
    expect(heardChanges()).toEqual([{ departments: [care] }, { departments: [care] }]);
    await edit(HOLIDAYS, own.id, { office_hours_id: null, date: '2027-08-18' });
    expect(heardChanges()).toEqual([{}]);
    expect((await t.as('admin', 'DELETE', `${HOLIDAYS}/${made.id}`)).status).toBe(200);
    expect((await t.as('admin', 'DELETE', `${HOLIDAYS}/${own.id}`)).status).toBe(200);
    await edit('/api/settings/departments', care, { office_hours_id: null });
  });

  it('that are only moved in the list move no deadline', async () => {
    await create(HOLIDAYS, aHoliday({ date: '2027-09-01' }));
    const last = await create(HOLIDAYS, aHoliday({ date: '2027-09-02' }));
    heardChanges();
    const moved = await t.as('admin', 'POST', `${HOLIDAYS}/order`, { id: last.id, after: null });
    expect(moved.body).toMatchObject({ operation_id: expect.any(Number) });
    expect(heardChanges()).toEqual([]);
  });

  it('that are switched off do not count', async () => {
    const hours = await create(HOURS, newOfficeHours({ hours: 'Mo-Su 00:00-24:00', time_zone: 'UTC' }));
    const [care = 0] = t.departmentIds;
    await edit('/api/settings/departments', care, { office_hours_id: hours.id });
    const day = await create(HOLIDAYS, aHoliday({ date: '2027-03-03', office_hours_id: hours.id }));
    const openHours = async () => {
      const { calendar } = await t.app.modules.settings.officeHours.hoursOf(t.platform.db.q, care);
      return workingTimeBetween(calendar, new Date('2027-03-03'), new Date('2027-03-04')) / 3_600_000;
    };
    expect(await openHours()).toBe(0);
    await t.as('admin', 'PATCH', `${HOLIDAYS}/${day.id}`, { version: 1, is_active: false });
    expect(await openHours()).toBe(24);
  });

  it.each([
    ['a day that there is not', { date: '2027-02-30' }, 400],
    ['no date', { date: 'tomorrow' }, 400],
    ['office hours that are not there', { office_hours_id: 999_999 }, 422],
  ])('do not take %s', async (_what, more, status) => {
    expect((await t.as('admin', 'POST', HOLIDAYS, { values: aHoliday(more) })).status).toBe(status);
  });

  it('come from a calendar file, after a look at what would come, come once, and can be taken back', async () => {
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
      (await t.as('admin', 'POST', `${HOLIDAYS}/icalendar`, { icalendar, office_hours_id: null, apply }))
        .body as { data: { operation_id: number | null } };
    const problems = [{ event: 'Lunch', problem: 'part_of_a_day' }];
    const year = t.clock.now().getUTCFullYear();
    const days = (is_new: boolean) =>
      [0, 1, 2, 3, 4].map((after) => ({ name: 'Christmas', date: `${year + after}-12-25`, is_new }));
    const nothing = { created: 0, operation_id: null };
    expect(await send(false)).toEqual({ data: { holidays: days(true), problems, ...nothing } });
    const taken = await send(true);
    expect(taken).toMatchObject({ data: { holidays: days(true), problems, created: 5 } });
    expect(await send(true)).toEqual({ data: { holidays: days(false), problems, ...nothing } });
    const christmas = async () =>
      (await rows(HOLIDAYS)).filter(({ values }) => values['name'] === 'Christmas');
    expect(await christmas()).toHaveLength(5);
    const { operation_id } = taken.data;
    expect((await t.as('admin', 'POST', `${HOLIDAYS}/undo`, { operation_id })).status).toBe(200);
    expect(await christmas()).toHaveLength(0);

    // A yearly holiday is known in each of the file's years, also for other office hours than the default.
    const yearly = await create(HOLIDAYS, aHoliday({ name: 'Christmas', date: '2019-12-25' }));
    const own = await create(HOURS, newOfficeHours());
    for (const office_hours_id of [null, own.id]) {
      const body = { icalendar, office_hours_id, apply: true };
      expect(await t.as('admin', 'POST', `${HOLIDAYS}/icalendar`, body)).toMatchObject({
        body: { data: { holidays: days(false), ...nothing } },
      });
    }
    expect((await christmas()).map(({ id }) => id)).toEqual([yearly.id]);
  });
});

it('targets of a priority move its tickets, its name does not', async () => {
  const { id } = await t.app.modules.settings.defaultPriority(t.platform.db.q);
  const targets = { first_response_minutes: 10, next_response_minutes: null, resolution_minutes: 600 };
  heardChanges();
  expect((await edit('/api/settings/priorities', id, targets)).status).toBe(200);
  expect(heardChanges()).toEqual([{ priority: id }]);
  const { body } = await t.as('dewi', 'GET', '/api/reference');
  const { data } = body as { data: { priorities: { id: number }[] } };
  expect(data.priorities.find((one) => one.id === id)).toMatchObject(targets);
  await edit('/api/settings/priorities', id, { name: 'Usual' });
  expect(heardChanges()).toEqual([]);
});
