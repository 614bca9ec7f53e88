import type { Message, Ticket, TicketNotice } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';
import { mentionsIn, withNames } from './mentions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
const { data, key, create } = deskOf(() => t);

const note = (id: number, body: string, by: Username = 'dewi', client_key = key()) =>
  t.as(by, 'POST', `/api/tickets/${id}/notes`, { client_key, body });
const follow = (id: number, by: Username) => data(by, 'PUT', `/api/tickets/${id}/follow`, { follow: true });
type NoticeList = { data: TicketNotice[]; unread: number };
const notices = async (by: Username, query = ''): Promise<NoticeList> =>
  (await t.as(by, 'GET', `/api/notices?${query}`)).body;
const noticesAbout = async (by: Username, ticket: Ticket) =>
  (await notices(by)).data.filter((one) => one.ticket.id === ticket.id);

describe('the text of a mention', () => {
  it('names each person once, and nothing that only looks like it', () => {
    expect(mentionsIn('@{12} and @{7}, @{12}; not @{}, @{a}, @12 or @{9999999999999999}')).toEqual([12, 7]);
    expect(withNames('@{12} @{7}', (id) => (id === 12 ? 'Budi' : undefined))).toBe('@Budi @{7}');
  });
});

describe('a mention in a note', () => {
  it('is told at once, is found later until it is read, and makes them follow', async () => {
    const ticket = await create();
    const socket = await t.connect('budi');
    const heard: { notice: TicketNotice; unread: number }[] = [];
    socket.on('ticket-notice', (event: (typeof heard)[number]) => void heard.push(event));
    await socket.emitWithAck('resume', { after: null, topics: [] });
    const client_key = key();
    const body = `@{${t.idOf('budi')}} can you look?`;
    for (let i = 0; i < 2; i += 1) expect((await note(ticket.id, body, 'dewi', client_key)).status).toBe(200);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toMatchObject({
      unread: 1,
      notice: {
        kind: 'mention',
        by: 'Dewi Lestari',
        text: '@Budi Santoso can you look?',
        ticket: { id: ticket.id },
      },
    });
    expect((await notices('budi', 'kind=mention')).data).toHaveLength(1);
    const { follower_ids } = await data<{ follower_ids: number[] }>(
      'budi',
      'GET',
      `/api/tickets/${ticket.id}/relations`,
    );
    expect(follower_ids).toEqual([t.idOf('budi')]);

    expect((await t.as('budi', 'POST', '/api/notices/read', { ticket_id: ticket.id })).status).toBe(200);
    expect(await notices('budi')).toMatchObject({ unread: 0, data: [{ is_read: true }] });
  });

  it('of oneself is told to nobody', async () => {
    const ticket = await create();
    await note(ticket.id, `@{${t.idOf('dewi')}} remember`);
    expect(await noticesAbout('dewi', ticket)).toEqual([]);
  });

  it('of somebody who may not see the ticket, or is not there, is refused with their name, and nothing is kept', async () => {
    const ticket = await create();
    const refused = await note(ticket.id, `@{${t.idOf('sarah')}} @{${t.idOf('budi')}} hello`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_reference' } });
    expect(JSON.stringify(refused.body)).toContain('سارة القحطاني');
    expect(await note(ticket.id, '@{999999} hello')).toMatchObject({ body: { code: 'invalid_reference' } });
    const many = Array.from({ length: 21 }, (_, i) => `@{${i + 1}}`).join(' ');
    expect(await note(ticket.id, many)).toMatchObject({ status: 400 });
    expect(await noticesAbout('budi', ticket)).toEqual([]);
    const entries = await data<Message[]>('dewi', 'GET', `/api/tickets/${ticket.id}/timeline`);
    expect(entries.filter(({ kind }) => kind === 'note')).toEqual([]);
    const people = await data<{ id: number; can_see: boolean }[]>(
      'dewi',
      'GET',
      `/api/tickets/${ticket.id}/mentionable`,
    );
    expect(people.find(({ id }) => id === t.idOf('sarah'))?.can_see).toBe(false);
    expect(people.find(({ id }) => id === t.idOf('budi'))?.can_see).toBe(true);
  });
});

describe('following', () => {
  it('counts what is new in one notice until it is read, and tells nobody of what they did themselves', async () => {
    const ticket = await create();
    await follow(ticket.id, 'budi');
    await note(ticket.id, 'one');
    await note(ticket.id, 'two');
    await note(ticket.id, 'my own', 'budi');
    expect(await noticesAbout('budi', ticket)).toMatchObject([
      { kind: 'message', count: 2, text: 'two', by: 'Dewi Lestari' },
    ]);
    await data('dewi', 'PATCH', `/api/tickets/${ticket.id}`, { version: ticket.version, status: 'pending' });
    expect(await noticesAbout('budi', ticket)).toMatchObject([
      { kind: 'status', text: 'pending' },
      { kind: 'message' },
    ]);
    await t.as('budi', 'POST', '/api/notices/read', {});
    await note(ticket.id, 'three');
    expect((await noticesAbout('budi', ticket))[0]).toMatchObject({
      kind: 'message',
      count: 1,
      text: 'three',
      is_read: false,
    });
  });

  it('tells of a customer’s message, and no longer of a ticket that has moved out of sight', async () => {
    const ticket = await create();
    await follow(ticket.id, 'budi');
    await note(ticket.id, 'before');
    expect(await noticesAbout('budi', ticket)).toHaveLength(1);
    const { unread } = await notices('budi');
    const transfer = { version: ticket.version, department_id: t.departmentIds[1] };
    await data('supervisor', 'POST', `/api/tickets/${ticket.id}/transfer`, transfer);
    await note(ticket.id, 'behind closed doors', 'supervisor');
    expect(await noticesAbout('budi', ticket)).toEqual([]);
    expect((await notices('budi')).unread).toBe(unread - 1);
    await data('supervisor', 'POST', `/api/tickets/${ticket.id}/transfer`, {
      version: 2,
      department_id: t.departmentIds[0],
    });
    expect(await noticesAbout('budi', ticket)).toMatchObject([{ text: 'before', count: 1 }]);
  });

  it('goes along when tickets are merged, and is left again when they are parted', async () => {
    const [a, b] = [await create(), await create()];
    await follow(a.id, 'budi');
    await data('dewi', 'POST', `/api/tickets/${b.id}/merge`, { from: [a.id] });
    await note(b.id, 'in the other');
    expect(await noticesAbout('budi', b)).toMatchObject([{ text: 'in the other' }]);
    await data('dewi', 'POST', `/api/tickets/${a.id}/unmerge`, {});
    await note(b.id, 'no longer');
    expect(await noticesAbout('budi', b)).toMatchObject([{ text: 'in the other', count: 1 }]);
  });
});

describe('the list of what one was told', () => {
  it('goes on page by page, each notice once, whatever comes meanwhile', async () => {
    const made: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const ticket = await create();
      made.unshift(ticket.id);
      await note(ticket.id, `@{${t.idOf('supervisor')}} number ${i}`);
    }
    const seen: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page: NoticeList & { has_more: boolean } = (
        await t.as(
          'supervisor',
          'GET',
          `/api/notices?limit=3${before === undefined ? '' : `&before=${before}`}`,
        )
      ).body;
      seen.push(...page.data.map(({ ticket }) => ticket.id));
      before = page.data.at(-1)?.id;
      if (!page.has_more) break;
      await note((await create()).id, `@{${t.idOf('supervisor')}} meanwhile`);
    }
    expect(seen).toEqual(made);
  });

  it('is read from its index', async () => {
    const { rows } = await t.platform.db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from ticket_notices where user_id = 1 and id < 1000000 order by id desc limit 51`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Sort');
  });
});
