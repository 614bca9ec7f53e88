import { REPORTS, type Metric, type Report } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const DAYS = 'from=2026-11-01&until=2026-11-07';

it.each([
  [REPORTS.broadcast, 'campaign', 'account_id=1', 'user_id=1'],
  [REPORTS.ticket_chatbot, 'department', 'department_id=1', 'outcome=solved'],
])(
  '$code has its columns and filters before there is anything to count',
  async (definition, group, has, hasNot) => {
    const path = `/api/reports/${definition.code}`;
    const { status, body } = await t.as('admin', 'GET', `${path}?${DAYS}&group=${group}&${has}`);
    const { total, rows } = (body as { data: Report }).data;
    expect([status, rows]).toEqual([200, []]);
    expect(total).toEqual(Object.fromEntries(definition.metrics.map((metric) => [metric, null])));
    expect((await t.as('admin', 'GET', `${path}?${DAYS}&${hasNot}`)).status).toBe(400);
    expect((await t.as('admin', 'GET', `${path}/records?${DAYS}`)).body).toEqual({ data: [], next: null });
    const file = await t.as('admin', 'GET', `${path}/file?${DAYS}&group=record`);
    expect(String(file.body)).toBe(`\uFEFF${Object.keys(definition.records).join(',')}\r\n`);
    const figures = await t.as('admin', 'GET', `/api/metrics?report=${definition.code}&${DAYS}`);
    expect((figures.body as { data: Metric[] }).data.map(({ code, value }) => [code, value])).toEqual(
      Object.keys(total)
        .map((code) => [code, null])
        .toSorted((a, b) => codes.indexOf(String(a[0])) - codes.indexOf(String(b[0]))),
    );
    expect((await t.as('dewi', 'GET', `${path}?${DAYS}`)).status).toBe(403);
  },
);

const codes: string[] = [...REPORTS.broadcast.metrics, ...REPORTS.ticket_chatbot.metrics];
