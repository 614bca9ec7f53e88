import { Activity, type ListRow, type Reference } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

describe('break reasons', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  async function reason(values: object): Promise<ListRow> {
    const body = { values: { is_paid: false, limit_minutes: null, department_id: null, ...values } };
    const { status, body: answer } = await t.as('admin', 'POST', '/api/settings/break_reasons', body);
    expect(status).toBe(200);
    return (answer as { data: ListRow }).data;
  }

  const takeBreak = (id: number) =>
    t.as('dewi', 'PUT', '/api/user/activity', {
      user_activity_id: Activity.onBreak,
      break_reason_id: id,
    });

  it('are a list of the settings, and every screen knows their limit and department', async () => {
    const { id } = await reason({ name: 'Doctor', limit_minutes: 45 });
    const { body } = await t.as('dewi', 'GET', '/api/reference');
    const { break_reasons: known } = (body as { data: Reference }).data;
    expect(known.find((one) => one.id === id)).toEqual({
      id,
      name: 'Doctor',
      is_active: true,
      limit_minutes: 45,
      department_id: null,
    });
  });

  it('are offered only to users of their department', async () => {
    const [care, billing] = t.departmentIds;
    const own = await reason({ name: 'Own', department_id: care });
    const other = await reason({ name: 'Other', department_id: billing });
    expect((await takeBreak(own.id)).status).toBe(200);
    expect(await takeBreak(other.id)).toMatchObject({
      status: 422,
      body: { code: 'invalid_reference', details: [{ path: 'break_reason_id' }] },
    });
  });

  it('cannot be chosen once inactive or deleted, and one that was used is not deleted', async () => {
    const { id, version } = await reason({ name: 'Old' });
    expect((await takeBreak(id)).status).toBe(200);
    const row = `/api/settings/break_reasons/${id}`;
    expect((await t.as('admin', 'DELETE', `${row}?version=${version}`)).status).toBe(409);
    const off = await t.as('admin', 'PATCH', row, { version, is_active: false });
    expect(off.status).toBe(200);
    await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: Activity.ready });
    expect((await takeBreak(id)).status).toBe(422);
    expect((await takeBreak(999_999)).status).toBe(422);
  });
});
