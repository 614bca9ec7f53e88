import type { ConversationOffer, Person, Ticket } from '@trunkline/contract';
import { Activity, Media } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
let widget: string;
const desk = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());

type Chat = { chat: { status: string; position: number | null; expected_wait: number | null } };

/** A visitor who waits; returns their token. */
async function begin(question = 'Is anybody there?'): Promise<string> {
  const token = await t.visitor(widget);
  const body = { client_key: desk.key(), name: 'Joko', question };
  expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
  return token;
}
const chatOf = async (token: string): Promise<Chat['chat']> =>
  ((await t.call('GET', '/api/livechat/chat', { token })).body as { data: Chat }).data.chat;
const next = (by: Username, key = desk.key()) =>
  desk.data<Ticket | null>(by, 'POST', '/api/conversations/next', { client_key: key });
const setActivity = (by: Username, activity: number) =>
  desk.data(by, 'PUT', '/api/user/activity', { user_activity_id: activity });
const offersOf = (by: Username) => desk.data<ConversationOffer[]>(by, 'GET', '/api/conversations/offers');
const personOf = async (username: Username): Promise<Person> => {
  const people = await desk.data<Person[]>('admin', 'GET', '/api/users');
  const person = people.find((each) => each.username === username);
  if (!person) throw new Error(username);
  return person;
};
const change = async (username: Username, body: object): Promise<Person> => {
  const { id, version } = await personOf(username);
  return desk.data('admin', 'PATCH', `/api/users/${id}`, { version, ...body });
};
async function solveAll(by: Username): Promise<void> {
  const { data } = (await t.as(by, 'GET', '/api/tickets?assignee=me&status=open')).body as { data: Ticket[] };
  for (const { id, version } of data) {
    const answer = await t.as(by, 'POST', `/api/tickets/${id}/solve`, { version });
    expect(answer.status).toBe(200);
  }
}

describe('taking by hand', () => {
  it('gives whoever is first in line, once for one request, and nobody when nobody waits', async () => {
    const [first, second] = [await begin('First'), await begin('Second')];
    expect([(await chatOf(first)).position, (await chatOf(second)).position]).toEqual([1, 2]);
    const key = desk.key();
    const taken = await next('dewi', key);
    expect(taken).toMatchObject({ assignee_id: t.idOf('dewi'), last_message: 'First' });
    expect((await next('dewi', key))?.id).toBe(taken?.id);
    expect(await chatOf(second)).toMatchObject({ status: 'waiting', position: 1 });
    expect(await next('dewi')).toMatchObject({ last_message: 'Second' });
    expect(await next('dewi')).toBeNull();
    expect(await next('sarah')).toBeNull();
    await solveAll('dewi');
  });

  it('asked for by two at once gives each another one', async () => {
    await Promise.all([begin('One'), begin('Two')]);
    const [a, b] = await Promise.all([next('dewi'), next('budi')]);
    expect(a?.id).not.toBe(b?.id);
    expect([a?.assignee_id, b?.assignee_id]).toEqual([t.idOf('dewi'), t.idOf('budi')]);
    await solveAll('dewi');
    await solveAll('budi');
  });

  it('goes on beyond what one is offered, but not for ever', { tags: 'full' }, async () => {
    await change('dewi', { chat_capacity: 1 });
    for (let n = 0; n < 3; n += 1) await begin(`Waiting ${n}`);
    expect([await next('dewi'), await next('dewi')]).not.toContain(null);
    const refused = await t.as('dewi', 'POST', '/api/conversations/next', { client_key: desk.key() });
    expect(refused).toMatchObject({ status: 409, body: { code: 'hands_full' } });
    await next('budi');
    await solveAll('dewi');
    await solveAll('budi');
    await change('dewi', { chat_capacity: 4 });
  });

  it('is for who may answer', async () => {
    expect((await t.as('qa', 'POST', '/api/conversations/next', { client_key: desk.key() })).status).toBe(
      403,
    );
  });

  it('serves the more urgent first, until the other has waited for that long', async () => {
    await begin('Patient');
    t.clock.advance(60_000);
    await begin('Urgent');
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      `update tickets set priority_id = (select id from priorities order by rank limit 1)
       where last_message = 'Urgent' returning id`,
    );
    expect((await next('dewi'))?.id).toBe(rows[0]?.id);
    await begin('Less patient');
    t.clock.advance(600_000);
    await begin('Urgent too');
    await t.platform.db.pool.query(
      `update tickets set priority_id = (select id from priorities order by rank limit 1) where last_message = 'Urgent too'`,
    );
    expect(await next('dewi')).toMatchObject({ last_message: 'Patient' });
    expect(await next('dewi')).toMatchObject({ last_message: 'Less patient' });
    expect(await next('dewi')).toMatchObject({ last_message: 'Urgent too' });
    await solveAll('dewi');
  });
});

describe('how long one may have to wait', () => {
  it(
    'is told by how long others did, once a few have, and never less than who waits longest has waited',
    { tags: 'full' },
    async () => {
      t.clock.advance(3 * 3_600_000);
      for (let n = 0; n < 3; n += 1) {
        const token = await begin(`Visitor ${n}`);
        expect((await chatOf(token)).expected_wait).toBeNull();
        t.clock.advance(60_000);
        await next('dewi');
      }
      const token = await begin('Another');
      expect((await chatOf(token)).expected_wait).toBe(60);
      t.clock.advance(300_000);
      expect((await chatOf(token)).expected_wait).toBeGreaterThanOrEqual(300);
      await next('dewi');
      expect(await chatOf(token)).toMatchObject({ status: 'active', expected_wait: null });
      await solveAll('dewi');
    },
  );
});

describe('what people know', () => {
  it('is changed by whoever may, and not over what somebody else has changed', async () => {
    const created = await t.as('admin', 'POST', '/api/settings/skills', { values: { name: 'Latin' } });
    const { id: skillId } = (created.body as { data: { id: number } }).data;
    const before = await personOf('budi');
    const skills = [{ skill_id: skillId, proficiency: 4 }];
    expect(await change('budi', { skills })).toMatchObject({ skills, version: before.version + 1 });
    const late = { version: before.version, skills: [] };
    expect(await t.as('admin', 'PATCH', `/api/users/${before.id}`, late)).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { skills } } },
    });
    const unknown = { version: before.version + 1, skills: [{ skill_id: 999_999, proficiency: 1 }] };
    expect((await t.as('admin', 'PATCH', `/api/users/${before.id}`, unknown)).status).toBe(422);
    expect((await t.as('supervisor', 'PATCH', `/api/users/${before.id}`, late)).status).toBe(403);
    await change('budi', { skills: [] });
  });

  it('decides who is asked: first who knows it well, and with every ring who knows it less', async () => {
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      'select id from channel_accounts where media_id = $1',
      [Media.liveChat],
    );
    const values = { name: 'Espresso', least: 3, account_ids: rows.map(({ id }) => id) };
    const created = await t.as('admin', 'POST', '/api/settings/skills', { values });
    const { id: skillId } = (created.body as { data: { id: number } }).data;
    await change('dewi', { skills: [{ skill_id: skillId, proficiency: 2 }] });
    const screens = [await t.connect('dewi'), await t.connect('budi')];
    await setActivity('budi', Activity.ready);
    t.clock.advance(1000);
    await setActivity('dewi', Activity.ready);
    const token = await begin('A question about espresso');
    await t.app.modules.conversations.route();
    expect([await offersOf('dewi'), await offersOf('budi')]).toEqual([[], []]);
    t.clock.advance(30_000);
    await t.app.modules.agents.markSeen([t.idOf('dewi'), t.idOf('budi')]);
    await t.app.modules.conversations.route();
    // Budi has been idle for longer, but lacks the skill.
    expect((await offersOf('dewi')).map((offer) => offer.preview)).toEqual(['A question about espresso']);
    expect(await next('dewi')).toMatchObject({ last_message: 'A question about espresso' });
    expect(await offersOf('dewi')).toEqual([]);
    expect((await chatOf(token)).status).toBe('active');
    await solveAll('dewi');
    for (const screen of screens) screen.disconnect();
  });
});
