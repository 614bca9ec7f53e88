import type { Person, PhoneGateway } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksAt, startAmi } from '../../../test/telephony/ami.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { updateHealth } from './gateways/gateway-store.ts';

let app: TestApp;
let stand: Awaited<ReturnType<typeof startAmi>>;
let gatewayId: number;

async function assignExtension(username: string, extension: string): Promise<number> {
  const { body } = await app.as('admin', 'GET', '/api/users');
  const person = (body as { data: Person[] }).data.find((each) => each.username === username);
  const change = { version: person?.version, extension };
  return (await app.as('admin', 'PATCH', `/api/users/${person?.id}`, change)).status;
}

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let left = 600; left > 0; left -= 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
  throw new Error('it did not come');
}

async function gateways(): Promise<PhoneGateway[]> {
  const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
  return (body as { data: PhoneGateway[] }).data;
}

const up = () => waitFor(async () => ((await gateways())[0]?.health.state === 'ok' ? true : undefined));

beforeAll(async () => {
  app = await testApp();
  stand = await startAmi();
  await assignExtension('dewi', '2001');
  await assignExtension('budi', '2004');
  const { host, port, isTls, username, secret } = stand.address;
  const [department] = await app.platform.db.q.selectFrom('departments').select('id').orderBy('id').execute();
  const body = {
    name: 'Main line',
    department_id: department?.id,
    is_active: true,
    host,
    port,
    is_tls: isTls,
    username,
    secret,
    after_call_seconds: 60,
  };
  const answer = await app.as('admin', 'POST', '/api/phone/gateways', body);
  gatewayId = (answer.body as { data: PhoneGateway }).data.id;
  await up();
});
afterAll(async () => {
  await app.close();
  await stand.close();
});

type ReceivedEvent = { event: string; ticket_id: number | null; call_id: number | null; extension?: string };

/** Records everything that a user's screen is told about calls. */
async function listen(username: 'dewi' | 'budi'): Promise<ReceivedEvent[]> {
  const told: ReceivedEvent[] = [];
  const socket = await app.connect(username);
  socket.onAny((name: string, payload: ReceivedEvent) => {
    if (/^(?:agent-|hangup|bridge|transfercall)/.test(name)) told.push(payload);
  });
  await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
  await app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 6 });
  return told;
}

const activityOf = async (username: 'dewi' | 'budi') =>
  (await app.as(username, 'GET', '/api/user')).body as { data: { user_activity_id: number } };

async function callsOf(number: string) {
  return app.platform.db.q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .select(['c.id', 'c.state', 'c.direction', 'c.ticket_id', 'c.customer_id', 'c.user_id', 'c.started_at'])
    .select(['c.answered_at', 'c.ended_at', 'c.end_reason', 'p.queue', 'p.ivr_keypress', 'p.linked'])
    .where('p.number', '=', number)
    .orderBy('c.id')
    .execute();
}
const ended = (number: string) =>
  waitFor(async () => {
    const calls = await callsOf(number);
    const [first] = calls;
    return first && calls.every(({ state }) => state === 'ended') ? first : undefined;
  });

async function timeLine(ticketId: number): Promise<string[]> {
  const { body } = await app.as('admin', 'GET', `/api/tickets/${ticketId}/timeline`);
  return (body as { data: { event: { type: string } | null }[] }).data.flatMap(
    ({ event }) => event?.type ?? [],
  );
}

const callEvents = async (ticketId: number | null | undefined): Promise<string[]> =>
  (await timeLine(ticketId ?? 0)).filter((type) => type.startsWith('call_'));

/** The same events for another caller, with other channel ids. */
const of = (blocks: string[], number: string, mark: string): string[] =>
  blocks.map((block) => block.replaceAll('081234567890', number).replaceAll('pbx-', `${mark}-`));

const seconds = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;

describe('a caller', () => {
  test('goes through the menu into a queue, rings at an agent, talks, and is on a ticket', async () => {
    const told = await listen('dewi');
    const blocks = blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000);
    const rings = blocks.findIndex((block) => block.startsWith('Event: AgentCalled'));
    const connects = blocks.findIndex((block) => block.startsWith('Event: AgentConnect'));
    stand.say(...blocks.slice(0, rings + 1));
    const called = await waitFor(async () => told.find(({ event }) => event === 'AgentCalled'));
    // The ticket exists before anybody answers.
    expect(called).toMatchObject({
      event: 'AgentCalled',
      extension: '2001',
      contact_number: '081234567890',
      ivr_keypress: '1',
      ticket_media_id: 1,
      ticket_id: expect.any(Number),
      customer_id: expect.any(Number),
      channel_client: expect.stringMatching(/^PJSIP\/trunk-/),
      call_id: expect.any(Number),
    });
    expect((await activityOf('dewi')).data.user_activity_id).toBe(7);
    expect((await callsOf('081234567890'))[0]).toMatchObject({ state: 'ringing', queue: 'support' });

    stand.say(...blocks.slice(rings + 1, connects + 1));
    await waitFor(async () => told.find(({ event }) => event === 'AgentConnect'));
    expect((await activityOf('dewi')).data.user_activity_id).toBe(11);
    stand.say(...blocks.slice(connects + 1));
    const call = await ended('081234567890');
    expect(call).toMatchObject({ direction: 'inbound', end_reason: 'hung_up', ivr_keypress: '1' });
    expect(seconds(call.started_at, call.ended_at)).toBeCloseTo(9.7, 0);
    expect(seconds(call.answered_at, call.ended_at)).toBeCloseTo(4, 0);
    expect((await activityOf('dewi')).data.user_activity_id).toBe(12);
    expect(await callEvents(call.ticket_id)).toEqual(['call_started', 'call_answered', 'call_ended']);
    await waitFor(async () => told.find(({ event }) => event === 'Hangup'));
    const legs = app.platform.db.q.selectFrom('phone_legs').selectAll().where('call_id', '=', call.id);
    expect(await legs.execute()).toMatchObject([
      { user_id: app.idOf('dewi'), extension: '2001', began_at: call.answered_at, holds: '{}' },
    ]);
    const after = app.platform.db.q.selectFrom('phone_after_calls').select('began_at');
    expect(await after.where('call_id', '=', call.id).execute()).toEqual([{ began_at: expect.any(String) }]);
    expect(new Set(told.map(({ event }) => event))).toEqual(
      new Set(['AgentCalled', 'BridgeEnter', 'BridgeEnterClient', 'AgentConnect', 'AgentComplete', 'Hangup']),
    );
    const { body } = await app.as('admin', 'GET', `/api/customers/${call.customer_id}`);
    expect((body as { data: { identities: object[] } }).data.identities).toMatchObject([
      { kind: 'phone', value: '+6281234567890' },
    ]);

    // Sending everything again changes nothing.
    const before = told.length;
    stand.say(...blocks);
    stand.say(...of(blocksAt('06-abandoned-in-queue', Date.now() - 30_000), '080000000001', 'after'));
    await ended('080000000001');
    expect(await callsOf('081234567890')).toEqual([call]);
    expect(told).toHaveLength(before);
    expect(await callEvents(call.ticket_id)).toHaveLength(3);
  });

  test('a blocked number gets no ticket, and the gateway hangs up', async () => {
    const number = '081290002222';
    const body = { kind: 'phone', value: number, name: 'Nobody' };
    const made = (await app.as('dewi', 'POST', '/api/blocks', body)).body as { data: { id: number } };
    stand.say(...of(blocksAt('06-abandoned-in-queue', Date.now() - 30_000), number, 'blocked'));
    const call = await ended(number);
    expect(call).toMatchObject({ ticket_id: null, customer_id: null });
    const hungUp = () => stand.asked.filter((asked) => asked.get('Action') === 'Hangup');
    await waitFor(async () => (hungUp().length > 0 ? true : undefined));
    expect(call.linked).toContain(hungUp()[0]?.get('Channel'));
    const refused = await app.as('dewi', 'GET', `/api/blocks/${made.data.id}/refusals`);
    expect((refused.body as { data: object[] }).data).toMatchObject([{ media_id: 1 }]);
    await app.as('dewi', 'DELETE', `/api/blocks/${made.data.id}`);
  });

  test('who calls again from another spelling of their number goes on with their ticket', async () => {
    const [first] = await callsOf('081234567890');
    stand.say(...of(blocksAt('06-abandoned-in-queue', Date.now() - 30_000), '+62 812-3456-7890', 'again'));
    const again = await ended('+62 812-3456-7890');
    expect(again).toMatchObject({ ticket_id: first?.ticket_id, customer_id: first?.customer_id });
    expect(again).toMatchObject({ end_reason: 'abandoned', answered_at: null });
  });

  test('who hangs up in the menu leaves a record and no ticket', async () => {
    stand.say(...of(blocksAt('10-ivr-abandoned', Date.now() - 30_000), '080000000002', 'menu'));
    const call = await ended('080000000002');
    expect(call).toMatchObject({ ticket_id: null, customer_id: null, end_reason: 'abandoned', queue: '' });
  });

  test(
    'with a withheld number, or one that is no number, is a customer of their own',
    { tags: 'full' },
    async () => {
      const evil = "'; drop table calls; --<img src=x onerror=alert(1)>";
      stand.say(...of(blocksAt('06-abandoned-in-queue', Date.now() - 30_000), evil, 'evil'));
      const call = await ended(evil);
      const { body } = await app.as('admin', 'GET', `/api/customers/${call.customer_id}`);
      expect((body as { data: { name: string } }).data.name).toBe('Unknown caller');
      stand.say(...of(blocksAt('06-abandoned-in-queue', Date.now() - 30_000), 'anonymous', 'hidden'));
      const hidden = await ended('anonymous');
      expect(hidden.customer_id).not.toBe(call.customer_id);
    },
  );
});

test(
  'who hangs a conference up has the form for the customer’s call, though the consultation ends last',
  { tags: 'full' },
  async () => {
    const number = '080000000027';
    const ours = (block: string): string =>
      block.replaceAll(
        /(PJSIP\/|: )100([12])\b/g,
        (_, head: string, n: string) => head + (n === '1' ? '2001' : '2004'),
      );
    await listen('dewi');
    const blocks = of(
      blocksAt('27-browser-attended-transfer', Date.now() - 30_000).map(ours),
      number,
      'conference',
    );
    const consulted = blocks.findLastIndex((block) => block.startsWith('Event: Unhold'));
    stand.say(...blocks.slice(0, consulted + 1));
    await waitFor(async () => ((await callsOf(number))[0]?.state === 'connected' ? true : undefined));
    const hangup = (channel: string): string =>
      blocks.find((block) => block.startsWith('Event: Hangup\r') && block.includes(channel)) ?? '';
    stand.say(hangup('PJSIP/2001-0000003b'), hangup('PJSIP/trunk-0000003a'));
    const call = await ended(number);
    // In the consultation still.
    expect((await activityOf('dewi')).data.user_activity_id).toBe(11);
    stand.say(
      hangup('PJSIP/2001-0000003c'),
      hangup('PJSIP/2004-0000003d').replace('conference-1795198973.114', 'conference-1795198979.116'),
    );
    await waitFor(async () => ((await activityOf('dewi')).data.user_activity_id === 12 ? true : undefined));
    const forms = app.platform.db.q.selectFrom('phone_after_calls').select('user_id');
    expect(await forms.where('call_id', '=', call.id).execute()).toEqual([{ user_id: app.idOf('dewi') }]);
  },
);

describe('when the line to the gateway breaks', () => {
  test('a call that is gone afterwards has ended, and nobody talks any more', async () => {
    await listen('dewi');
    const blocks = of(
      blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000),
      '080000000003',
      'cut',
    );
    const connects = blocks.findLastIndex((block) => block.startsWith('Event: BridgeEnter'));
    stand.say(...blocks.slice(0, connects + 1));
    await waitFor(async () => ((await callsOf('080000000003'))[0]?.state === 'connected' ? true : undefined));
    expect((await activityOf('dewi')).data.user_activity_id).toBe(11);
    stand.cut();
    const call = await ended('080000000003');
    expect(call.answered_at).not.toBeNull();
    expect((await activityOf('dewi')).data.user_activity_id).toBe(12);
    await up();
  });

  test('and a wrong secret is told of in words', async () => {
    await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, { secret: 'wrong' });
    const failing = await waitFor(async () =>
      (await gateways()).find(({ health }) => health.state === 'failing' && health.fault === 'refused'),
    );
    expect(failing.health.said).toContain('Authentication failed');
    // Whoever may be called sees it too; it has failed since then, whatever the reason is later.
    const lost = async (who: 'dewi' | 'admin') =>
      (await app.as(who, 'GET', '/api/phone/gateways/lost')).body as { data: object[] };
    const own = { id: gatewayId, name: 'Main line', since: failing.health.since };
    expect(await lost('dewi')).toEqual({ data: [own] });
    const away = { fault: 'unreachable' as const, said: '', state: 'failing' as const };
    const later = new Date(app.clock.now().getTime() + 60_000);
    expect(await updateHealth(app.platform.db.q, gatewayId, away, later)).toBe(true);
    expect(await lost('admin')).toEqual({ data: [own] });
    await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, { secret: stand.address.secret });
    await up();
    expect(await lost('dewi')).toEqual({ data: [] });
  });
});

test(
  'a call that nobody picks up is missed by whom it rang; what rings next does not make them ready',
  { tags: 'full' },
  async () => {
    await listen('dewi');
    const blocks = of(
      blocksAt('08-ring-no-answer-next-agent', Date.now() - 30_000),
      '080000000020',
      'missed',
    );
    const called = blocks.findIndex((block) => block.startsWith('Event: AgentCalled'));
    stand.say(...blocks.slice(0, called + 1));
    await waitFor(async () => ((await activityOf('dewi')).data.user_activity_id === 7 ? true : undefined));
    stand.say(...blocks.slice(called + 1));
    await ended('080000000020');
    await waitFor(async () => ((await activityOf('dewi')).data.user_activity_id === 17 ? true : undefined));
    expect(await activityOf('dewi')).toMatchObject({
      data: { activity_cause: 'missed_call', activity_ends_at: null },
    });
    const again = of(
      blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000),
      '080000000021',
      'next',
    );
    const rings = again.findIndex((block) => block.startsWith('Event: AgentCalled'));
    stand.say(...again.slice(0, rings + 1));
    await waitFor(async () => ((await callsOf('080000000021'))[0]?.state === 'ringing' ? true : undefined));
    expect((await activityOf('dewi')).data.user_activity_id).toBe(17);
    stand.say(...again.slice(rings + 1));
    await ended('080000000021');
  },
);

test('who rang in vain is told who has the call, and is ready as before', { tags: 'full' }, async () => {
  await listen('dewi');
  await listen('budi');
  const socket = await app.connect('budi');
  const taken: object[] = [];
  socket.on('phone-ring-taken', (payload: object) => void taken.push(payload));
  await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
  const number = '080000000030';
  const blocks = of(blocksAt('35-two-agents-answer-at-once', Date.now() - 30_000), number, 'race').map(
    (block) => block.replaceAll('2002', '2004'),
  );
  const called = blocks.findLastIndex((block) => block.startsWith('Event: AgentCalled'));
  stand.say(...blocks.slice(0, called + 1));
  await waitFor(async () => ((await activityOf('budi')).data.user_activity_id === 7 ? true : undefined));
  stand.say(...blocks.slice(called + 1));
  const call = await ended(number);
  await waitFor(async () => (taken.length > 0 ? true : undefined));
  const { body } = await app.as('dewi', 'GET', '/api/user');
  const name = (body as { data: { fullname: string } }).data.fullname;
  expect(taken).toMatchObject([{ call_id: call.id, contact_number: number, taken_by: name }]);
  expect((await activityOf('budi')).data.user_activity_id).toBe(6);
  const legs = app.platform.db.q.selectFrom('phone_legs').select('extension').where('call_id', '=', call.id);
  expect(await legs.execute()).toEqual([{ extension: '2001' }]);
});

describe('somebody whose line is cut in the middle of a call', () => {
  async function talks(number: string, mark: string) {
    await listen('dewi');
    const blocks = of(blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000), number, mark);
    const connects = blocks.findLastIndex((block) => block.startsWith('Event: BridgeEnter'));
    stand.say(...blocks.slice(0, connects + 1));
    await waitFor(async () => ((await callsOf(number))[0]?.state === 'connected' ? true : undefined));
    await waitFor(async () => ((await activityOf('dewi')).data.user_activity_id === 11 ? true : undefined));
    await app.platform.db.q
      .updateTable('agent_states')
      .set({ last_seen_at: new Date(Date.now() - 90_000) })
      .where('user_id', '=', app.idOf('dewi'))
      .execute();
    await app.app.modules.agents.noticeGone();
    expect((await activityOf('dewi')).data.user_activity_id).toBe(1);
    return () => stand.say(...blocks.slice(connects + 1));
  }
  const comesBack = async () => {
    await app.app.modules.agents.restoreActivity(app.idOf('dewi'));
    return (await activityOf('dewi')).data.user_activity_id;
  };

  test('is in it again when they come back while it goes on', async () => {
    const hangUp = await talks('080000000007', 'back');
    expect(await comesBack()).toBe(11);
    hangUp();
    await ended('080000000007');
    await waitFor(async () => ((await activityOf('dewi')).data.user_activity_id === 12 ? true : undefined));
  });

  test('and is ready when it has ended meanwhile', { tags: 'full' }, async () => {
    const hangUp = await talks('080000000008', 'away');
    hangUp();
    await ended('080000000008');
    expect(await comesBack()).toBe(6);
  });
});

test('a call that is told of at once, when it is over, is on its ticket from beginning to end', async () => {
  stand.say(
    ...of(blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000), '080000000009', 'whole'),
  );
  const call = await ended('080000000009');
  expect(await callEvents(call.ticket_id)).toEqual(['call_started', 'call_answered', 'call_ended']);
  const conversation = await app.platform.db.q
    .selectFrom('conversations')
    .select(['status', 'agent_id'])
    .where('ticket_id', '=', call.ticket_id)
    .executeTakeFirst();
  expect(conversation).toEqual({ status: 'ended', agent_id: app.idOf('dewi') });
});

describe('after a new start', () => {
  test('a call that went on goes on, and its end is known', async () => {
    const blocks = of(
      blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000),
      '080000000004',
      'start',
    );
    const half = blocks.findLastIndex((block) => block.startsWith('Event: BridgeEnter'));
    stand.say(...blocks.slice(0, half + 1));
    await waitFor(async () => ((await callsOf('080000000004'))[0]?.state === 'connected' ? true : undefined));
    const { telephony } = app.app.modules;
    await telephony.stop();
    telephony.start();
    // The gateway no longer has the call.
    const call = await ended('080000000004');
    expect(await callEvents(call.ticket_id)).toEqual(['call_started', 'call_answered', 'call_ended']);
    expect(call.linked).toHaveLength(1);
  });
});

describe('a phone', () => {
  test('is one person’s', async () => {
    expect(await assignExtension('budi', '2001')).toBe(409);
    expect(await assignExtension('budi', 'PJSIP/2001')).toBe(400);
    expect(await assignExtension('budi', '2004')).toBe(200);
  });
});

describe('what cannot be stored', () => {
  test('holds up no other call', async () => {
    const { q } = app.platform.db;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.number = '080000000005' then raise exception 'refused'; end if; return new; end $$`.execute(q);
    await sql`create trigger refuse before insert on phone_calls for each row execute function refuse()`.execute(
      q,
    );
    const at = Date.now() - 30_000;
    stand.say(...of(blocksAt('06-abandoned-in-queue', at), '080000000005', 'bad'));
    stand.say(...of(blocksAt('06-abandoned-in-queue', at), '080000000006', 'good'));
    expect((await ended('080000000006')).ticket_id).not.toBeNull();
    expect(await callsOf('080000000005')).toEqual([]);
    await sql`drop trigger refuse on phone_calls`.execute(q);
  });
});

describe('a gateway', () => {
  test('is tried before it is kept, and its secret is sent nowhere else', async () => {
    const { secret: _, isTls: is_tls, ...reach } = stand.address;
    const right = { ...reach, is_tls, secret: stand.address.secret };
    const tested = async (body: object) =>
      (await app.as('admin', 'POST', '/api/phone/gateways/test', body)).body;
    expect(await tested(right)).toMatchObject({ data: { fault: null } });
    expect(await tested({ ...right, secret: 'wrong' })).toMatchObject({ data: { fault: 'refused' } });
    expect(await tested({ ...reach, is_tls, id: gatewayId })).toMatchObject({ data: { fault: null } });
    const elsewhere = { ...reach, is_tls, id: gatewayId, port: 1 };
    expect(await app.as('admin', 'POST', '/api/phone/gateways/test', elsewhere)).toMatchObject({
      status: 400,
    });
    const asAnother = { ...reach, is_tls, id: gatewayId, username: 'another' };
    expect((await app.as('admin', 'POST', '/api/phone/gateways/test', asAnother)).status).toBe(400);
    const { host } = reach;
    for (const change of [
      { host: 'evil.example' },
      { username: 'another' },
      { is_tls: !is_tls },
      { ws_url: 'wss://evil.example/ws' },
      { ws_url: `ws://${host}:9/ws` },
    ])
      expect(
        await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, change),
        JSON.stringify(change),
      ).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(await gateways())).not.toContain(stand.address.secret);
  });
});

describe('a gateway that is removed', () => {
  const remove = (id: number, by: 'admin' | 'dewi' = 'admin') =>
    app.as(by, 'DELETE', `/api/phone/gateways/${id}`);
  const department_id = async () => (await gateways())[0]?.department_id;

  test('is gone where nothing tells of it', async () => {
    const { secret, isTls: is_tls, host, port, username } = stand.address;
    const made = await app.as('admin', 'POST', '/api/phone/gateways', {
      name: 'Spare line',
      department_id: await department_id(),
      is_active: true,
      host,
      port,
      is_tls,
      username,
      secret,
      after_call_seconds: 0,
    });
    const { id } = (made.body as { data: PhoneGateway }).data;
    expect((await remove(id, 'dewi')).status).toBe(403);
    expect(await remove(id)).toMatchObject({ status: 200, body: { removed: true } });
    expect((await gateways()).map((one) => one.id)).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
  });

  test('is switched off where calls are on record', async () => {
    expect(await remove(gatewayId)).toMatchObject({ status: 200, body: { removed: false } });
    const [row] = await gateways();
    expect(row).toMatchObject({ id: gatewayId, is_active: false, health: { state: 'off' } });
    await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, { is_active: true });
    await up();
  });
});

describe('what a screen tells back', () => {
  const echo = {
    event: 'AgentCalled',
    uniqueid: 'pbx-1.1',
    eventtime: new Date().toISOString(),
    extension: '2001',
  };

  test('is measured once', async () => {
    expect((await app.as('dewi', 'POST', '/api/socket', echo)).status).toBe(200);
    expect((await app.as('dewi', 'POST', '/api/socket', echo)).status).toBe(200);
    const rows = await app.platform.db.q.selectFrom('phone_echoes').selectAll().execute();
    expect(rows).toMatchObject([{ event: 'AgentCalled', uniqueid: 'pbx-1.1' }]);
    expect(rows[0]?.took_ms).toBeLessThan(60_000);
  });

  test.each([
    ['of long ago', { ...echo, eventtime: '2020-01-01T00:00:00Z' }],
    ['at no time', { ...echo, eventtime: 'yesterday' }],
    ['of something else', { ...echo, event: 'Newchannel' }],
  ])('%s is refused', async (_, body) => {
    expect((await app.as('dewi', 'POST', '/api/socket', body)).status).toBe(400);
  });
});

test(
  'the health of a gateway that was deactivated stays off when an attempt fails late',
  { tags: 'full' },
  async () => {
    const other = await startAmi();
    const { host, port, isTls: is_tls, username, secret } = other.address;
    const [first] = await gateways();
    const body = {
      name: 'Second line',
      department_id: first?.department_id,
      is_active: true,
      host,
      port,
      is_tls,
    };
    const added = await app.as('admin', 'POST', '/api/phone/gateways', {
      ...body,
      username,
      secret,
      after_call_seconds: 60,
    });
    const { id } = (added.body as { data: PhoneGateway }).data;
    const health = async () => (await gateways()).find((one) => one.id === id)?.health.state;
    await waitFor(async () => ((await health()) === 'ok' ? true : undefined));
    await app.as('admin', 'PATCH', `/api/phone/gateways/${id}`, { is_active: false });
    expect(await health()).toBe('off');
    await app.app.modules.telephony.gateways.setHealth(id, {
      state: 'failing',
      fault: 'unreachable',
      said: '',
    });
    expect(await health()).toBe('off');
    expect((await app.as('dewi', 'GET', '/api/phone/gateways/lost')).body).toEqual({ data: [] });
    await app.as('admin', 'DELETE', `/api/phone/gateways/${id}`);
    await other.close();
  },
);
