import type { TicketView } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const search = {
  view: 'open',
  where: '[{"field":"tags","op":"is","value":["vip"]}]',
  follower: 'me',
  sort: 'priority_high',
};
async function create(username: Username, more: object = {}): Promise<TicketView> {
  const body = { name: 'Important', search, ...more };
  const answer = await t.as(username, 'POST', '/api/tickets/views', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: TicketView }).data;
}
type Desk = { views: TicketView[]; settings: { columns: string[]; default_view_id: number | null } };
const desk = async (username: Username): Promise<Desk> =>
  ((await t.as(username, 'GET', '/api/tickets/views')).body as { data: Desk }).data;
const namesOf = async (username: Username) => (await desk(username)).views.map(({ name }) => name);

describe('a view', () => {
  it('is its maker’s own, until somebody who may shares it', async () => {
    const view = await create('dewi', { name: 'Dewi’s own', columns: ['number', 'subject'] });
    expect(view).toMatchObject({ is_mine: true, is_shared: false, search, columns: ['number', 'subject'] });
    expect(await namesOf('dewi')).toContain('Dewi’s own');
    expect(await namesOf('budi')).not.toContain('Dewi’s own');
    const shared = { name: 'Shared', search, is_shared: true };
    const { status, body } = await t.as('dewi', 'POST', '/api/tickets/views', shared);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { details: { needed: 'CONFIG_LIST_FIELD:EDIT' } },
    });
    await create('admin', shared);
    expect(await namesOf('budi')).toContain('Shared');
  });

  it('is changed only by who knows its latest version', async () => {
    const { id } = await create('dewi', { name: 'First name' });
    const change = (name: string, version: number) =>
      t.as('dewi', 'PATCH', `/api/tickets/views/${id}`, { name, version });
    expect((await change('Second name', 1)).status).toBe(200);
    const { status, body } = await change('Third name', 1);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { name: 'Second name', version: 2 } } },
    });
  });

  it('of somebody else can’t be touched, and a shared one only by who looks after them', async () => {
    const own = await create('dewi');
    const shared = await create('admin', { name: 'Everybody’s', is_shared: true });
    expect((await t.as('budi', 'DELETE', `/api/tickets/views/${own.id}`)).status).toBe(404);
    expect((await t.as('budi', 'DELETE', `/api/tickets/views/${shared.id}`)).status).toBe(403);
    expect(await namesOf('budi')).toContain('Everybody’s');
  });

  it('that was taken away comes back, for a day', async () => {
    const { id } = await create('dewi', { name: 'Gone and back' });
    expect((await t.as('dewi', 'DELETE', `/api/tickets/views/${id}`)).status).toBe(200);
    expect(await namesOf('dewi')).not.toContain('Gone and back');
    expect((await t.as('dewi', 'POST', `/api/tickets/views/${id}/restore`, {})).status).toBe(200);
    expect(await namesOf('dewi')).toContain('Gone and back');
    await t.as('dewi', 'DELETE', `/api/tickets/views/${id}`);
    t.clock.advance(25 * 3_600_000);
    expect((await t.as('dewi', 'POST', `/api/tickets/views/${id}/restore`, {})).status).toBe(404);
  });

  it('is refused with conditions that mean nothing', async () => {
    const body = { name: 'Broken', search: { where: '[{"field":"x"}]' } };
    expect((await t.as('dewi', 'POST', '/api/tickets/views', body)).status).toBe(400);
  });
});

describe('a change of a view', () => {
  async function listen(username: Username): Promise<(number | null)[]> {
    const socket = await t.connect(username);
    const heard: (number | null)[] = [];
    socket.on('ticket-views-changed', (event: { view_id: number | null }) => void heard.push(event.view_id));
    await socket.emitWithAck('resume', { after: null, topics: [] });
    return heard;
  }
  const change = async (id: number, patch: object) => {
    const view = (await desk('admin')).views.find((one) => one.id === id);
    return t.as('admin', 'PATCH', `/api/tickets/views/${id}`, { ...patch, version: view?.version });
  };

  it('that all share is told to everybody: added, changed, taken away, brought back, and when it is one’s own again', async () => {
    const [budi, admin] = [await listen('budi'), await listen('admin')];
    const own = await create('admin', { name: 'Own' });
    await expect.poll(() => admin).toEqual([own.id]);
    expect((await change(own.id, { is_shared: true })).status).toBe(200);
    await expect.poll(() => budi).toEqual([own.id]);
    expect((await change(own.id, { name: 'New name' })).status).toBe(200);
    await t.as('admin', 'DELETE', `/api/tickets/views/${own.id}`);
    await t.as('admin', 'POST', `/api/tickets/views/${own.id}/restore`, {});
    expect((await change(own.id, { is_shared: false })).status).toBe(200);
    await expect.poll(() => budi).toHaveLength(5);
    // Changes of a view that is private again are not announced to others.
    expect((await change(own.id, { name: 'Private' })).status).toBe(200);
    await t.as('admin', 'PUT', '/api/tickets/desk', { default_view_id: own.id });
    await expect.poll(() => admin.at(-1)).toBe(null);
    expect(budi).toHaveLength(5);
  });
});

describe('how a desk is set', () => {
  it('is kept for each person: columns, the order of views and the first one', async () => {
    const [a, b] = [await create('supervisor', { name: 'A' }), await create('supervisor', { name: 'B' })];
    const settings = { columns: ['subject', 'number'], view_order: [b.id, a.id], default_view_id: a.id };
    const { body } = await t.as('supervisor', 'PUT', '/api/tickets/desk', settings);
    expect(body).toMatchObject({ data: settings });
    await t.as('supervisor', 'PUT', '/api/tickets/desk', { default_view_id: null });
    const kept = await desk('supervisor');
    expect(kept.settings).toMatchObject({ ...settings, default_view_id: null });
    expect(kept.views.filter(({ is_mine }) => is_mine).map(({ name }) => name)).toEqual(['B', 'A']);
    expect((await desk('budi')).settings.columns).toContain('customer_name');
  });
});
