import { Activity, type Message, type Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { ConversationRow } from '../store.ts';
import type { Responder, ResponderTurn, TurnResponse } from './responder.ts';

const SOON = { timeout: 15_000 };
const BUDGET_MS = 10_000;
const HOUR_MS = 3_600_000;

let t: TestApp;
let widget: string;
const desk = deskOf(() => t);
beforeAll(async () => {
  // Errors of responders are expected here.
  t = await testApp({ log: pino({ level: 'fatal' }) });
  widget = await t.widget();
});
afterAll(() => t.close());

type App = TestApp['app'];
type ReceivedTurn = {
  turn: ResponderTurn;
  signal: AbortSignal;
  respond: (response: TurnResponse) => void;
  fail: (error: Error) => void;
};
type Script = { name: string; met: string[]; asked: ReceivedTurn[]; responder: Responder };

const bodyOf = ({ message }: ResponderTurn): string => message?.body ?? '';

/** A responder that takes what this customer writes, and responds as the test tells it. */
function script(name: string, of: string, more: Partial<Responder> = {}): Script {
  const met: string[] = [];
  const asked: ReceivedTurn[] = [];
  const responder: Responder = {
    name,
    meet(_tx, turn) {
      if (turn.ticket.customer_name !== of) return Promise.resolve('pass');
      met.push(bodyOf(turn));
      return Promise.resolve('take');
    },
    holding: {
      budgetMs: BUDGET_MS,
      respond: (turn, signal) =>
        new Promise((respond, fail) => {
          asked.push({ turn, signal, respond, fail });
        }),
    },
    ...more,
  };
  return { name, met, asked, responder };
}

let count = 0;
const register = (one: Script, app: App = t.app): Script => {
  app.modules.conversations.responders.register(one.responder);
  return one;
};
/** Registers a responder of its own for that customer. */
const bot = (of: string, more: Partial<Responder> = {}) => register(script(`bot-${(count += 1)}`, of, more));
const responders = () => t.app.modules.conversations.responders;

/** Starts a chat under this name, on the given server. */
async function chat(name: string, question = 'Hello', app: App = t.app) {
  const token = await t.visitor(widget);
  const key = desk.key();
  const begin = { client_key: key, name, question };
  expect(await post(app, token, '/api/livechat/chat', begin)).toBe(200);
  const [ticket] = await ticketsOf(name);
  if (!ticket) throw new Error('the chat has no ticket');
  return {
    token,
    ticketId: ticket.id,
    write: async (body: string, client_key = desk.key(), by: App = app): Promise<void> => {
      expect(await post(by, token, '/api/livechat/chat/messages', { client_key, body })).toBe(200);
    },
    row: () => rowOf(ticket.id),
    heard: async (): Promise<string[]> => {
      const lines = await desk.data<Message[]>('admin', 'GET', `/api/tickets/${ticket.id}/timeline`);
      return lines.filter(({ kind }) => kind === 'outbound').map(({ body }) => body);
    },
  };
}
async function post(app: App, token: string, url: string, payload: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.http.app.inject({ method: 'POST', url, headers, payload })).statusCode;
}
const ticketsOf = async (name: string): Promise<Ticket[]> =>
  (await desk.data<Ticket[]>('admin', 'GET', '/api/tickets?sort=newest')).filter(
    ({ customer_name: of }) => of === name,
  );
async function rowOf(ticketId: number): Promise<ConversationRow> {
  const { q } = t.platform.db;
  return q
    .selectFrom('conversations')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
}
async function turnsOf(conversationId: number): Promise<string[]> {
  const rows = await t.platform.db.q
    .selectFrom('responder_turns')
    .select('state')
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
}
/** The `at`-th request to this responder, once it has been made. */
async function askedOf({ asked }: Script, at = 0): Promise<ReceivedTurn> {
  await expect.poll(() => asked.length, SOON).toBeGreaterThan(at);
  return asked[at] as ReceivedTurn;
}
const answer = (...texts: string[]): TurnResponse => ({
  kind: 'answer',
  says: texts.map((body) => ({ body })),
});

describe('a responder', () => {
  it('answers and holds: what it holds is offered to nobody, has no place in the queue, and is asked again', async () => {
    const one = bot('Ani Holds');
    const ani = await chat('Ani Holds');
    (await askedOf(one)).respond(answer('How can I help?', 'You can ask me anything.'));
    await expect.poll(ani.heard, SOON).toEqual(['How can I help?', 'You can ask me anything.']);
    expect(await ani.row()).toMatchObject({ status: 'waiting', held_by: one.name, handed_over: null });

    await t.connect('dewi');
    await desk.data('dewi', 'PUT', '/api/user/activity', { user_activity_id: Activity.ready });
    await t.app.modules.conversations.route();
    expect(await desk.data('dewi', 'POST', '/api/conversations/next', { client_key: desk.key() })).toBeNull();
    expect(await ani.row()).toMatchObject({ status: 'waiting', held_by: one.name });
    const seen = await t.call('GET', '/api/livechat/chat', { token: ani.token });
    expect(seen.body).toMatchObject({ data: { chat: { status: 'waiting', position: null } } });

    await ani.write('Do you open on Sunday?');
    const { turn, respond } = await askedOf(one, 1);
    expect([bodyOf(turn), turn.isNewCase, one.met]).toEqual(['Do you open on Sunday?', false, ['Hello']]);
    respond({ kind: 'handOver', reason: 'asked', collected: [{ label: 'Order', value: '17' }] });
    await expect.poll(async () => (await ani.row()).offered_to, SOON).toBe(t.idOf('dewi'));
    expect((await ani.row()).handed_over).toEqual({
      by: one.name,
      reason: 'asked',
      collected: [{ label: 'Order', value: '17' }],
    });
    // A conversation that was handed over does not come back to the responder.
    await ani.write('Anybody?');
    expect(await turnsOf((await ani.row()).id)).toEqual(['answered', 'handed_over']);
    await desk.data('dewi', 'PUT', '/api/user/activity', { user_activity_id: Activity.offline });
  });

  it('stands in an order: who lets something pass is followed by the next, and by none where one takes it', async () => {
    const deaf = bot('Budi Orders', { meet: () => Promise.resolve('pass') });
    const shy = bot('Budi Orders');
    const next = bot('Budi Orders');
    const never = bot('Budi Orders');
    const budi = await chat('Budi Orders');
    const { turn, respond } = await askedOf(shy);
    expect([turn.isNewCase, bodyOf(turn)]).toEqual([true, 'Hello']);
    respond({ kind: 'pass' });
    (await askedOf(next)).respond(answer('I know that'));
    await expect.poll(budi.heard, SOON).toEqual(['I know that']);
    expect(await budi.row()).toMatchObject({ held_by: next.name, handed_over: null });
    expect([deaf.asked, shy.met, next.met, never.met]).toEqual([[], ['Hello'], ['Hello'], []]);
  });

  it('lets everything pass: routing begins as if it were not there', async () => {
    const one = bot('Citra Passes');
    const citra = await chat('Citra Passes');
    (await askedOf(one)).respond({ kind: 'pass' });
    await expect.poll(async () => (await citra.row()).held_by, SOON).toBeNull();
    expect(await citra.row()).toMatchObject({
      status: 'waiting',
      handed_over: { by: one.name, reason: 'passed' },
    });
  });

  it('keeps with its answer what it stores, or neither', async () => {
    const one = bot('Dian Keeps');
    const dian = await chat('Dian Keeps');
    const solve: TurnResponse = {
      kind: 'answer',
      says: [{ body: 'Glad to help' }],
      keep: async (tx, { ticket }) => {
        const solved = {
          status: 'solved',
          solved_at: t.clock.now(),
          waiting_since: null,
          unread: 0,
        } as const;
        await t.app.modules.tickets.change(tx, ticket, solved, { type: 'system', id: null, name: '' });
      },
    };
    (await askedOf(one)).respond(solve);
    await expect.poll(async () => (await dian.row()).status, SOON).toBe('ended');
    expect(await dian.row()).toMatchObject({ held_by: null, handed_over: { reason: 'ended' } });
    expect(await dian.heard()).toEqual(['Glad to help']);
  });
});

describe('nobody is lost', () => {
  it('where a responder fails, when it is met, when it responds, or when it stores', async () => {
    const fragile = bot('Eka Fails', {
      async meet(tx, { ticket }) {
        if (ticket.customer_name === 'Eka Fails') await sql`select 1 / 0`.execute(tx.q);
        return 'pass';
      },
    });
    const one = bot('Eka Fails');
    const eka = await chat('Eka Fails');
    expect(fragile.asked).toEqual([]);
    (await askedOf(one)).fail(new Error('meant: no response'));
    await expect.poll(async () => (await eka.row()).handed_over?.reason, SOON).toBe('failed');

    const two = bot('Fitri Fails');
    const fitri = await chat('Fitri Fails');
    const keep = () => Promise.reject(new Error('meant: not stored'));
    (await askedOf(two)).respond({ kind: 'answer', says: [{ body: 'Never said' }], keep });
    await expect.poll(async () => (await fitri.row()).handed_over?.reason, SOON).toBe('failed');
    expect([await fitri.heard(), await turnsOf((await fitri.row()).id)]).toEqual([[], ['failed']]);
  });

  it('where it takes longer than its budget: what it says then is not said', async () => {
    const one = bot('Gita Waits');
    const gita = await chat('Gita Waits');
    const { respond, signal } = await askedOf(one);
    t.clock.advance(BUDGET_MS + 1);
    await expect.poll(async () => (await gita.row()).handed_over?.reason, SOON).toBe('timeout');
    expect(signal.aborted).toBe(true);
    respond(answer('Too late'));
    await gita.write('Still there?');
    expect([await gita.heard(), one.asked.length]).toEqual([[], 1]);
  });

  it('where the customer says nothing more', async () => {
    const one = bot('Hadi Silent');
    const hadi = await chat('Hadi Silent');
    (await askedOf(one)).respond({ kind: 'answer', says: [{ body: 'Which order?' }], holdMs: HOUR_MS });
    await expect.poll(hadi.heard, SOON).toEqual(['Which order?']);
    await responders().endHolds();
    expect((await hadi.row()).held_by).toBe(one.name);
    t.clock.advance(HOUR_MS + 1);
    await responders().endHolds();
    expect(await hadi.row()).toMatchObject({ status: 'waiting', handed_over: { reason: 'silent' } });
  });

  it('where it cannot be said, and where two machines answer each other', async () => {
    const one = bot('Indra Loops');
    const indra = await chat('Indra Loops');
    const { id } = await indra.row();
    await leave(id, one, 60, { state: 'answered' });
    (await askedOf(one)).respond(answer('Again'));
    await expect.poll(async () => (await indra.row()).handed_over?.reason, SOON).toBe('too_often');
    expect(await indra.heard()).toEqual([]);

    const two = bot('Joko Empty');
    const joko = await chat('Joko Empty');
    (await askedOf(two)).respond(answer(''));
    await expect.poll(async () => (await joko.row()).handed_over?.reason, SOON).toBe('cannot_send');
  });

  /** Inserts turns as a process that ended has left them. */
  async function leave(id: number, { name }: Script, many: number, as: object): Promise<void> {
    const now = t.clock.now();
    const row = {
      conversation_id: id,
      responder: name,
      is_new_case: false,
      message_id: null,
      message_at: null,
    };
    const times = { next_try_at: now, leased_until: null, begun_at: null, created_at: now };
    const rows = Array.from({ length: many }, () => ({ ...row, ...times, key: desk.key(), ...as }));
    await t.platform.db.q.insertInto('responder_turns').values(rows).execute();
  }
  const held = async (name: string) => {
    const one = bot(name);
    const customer = await chat(name);
    (await askedOf(one)).respond(answer('Yes?'));
    await expect.poll(customer.heard, SOON).toEqual(['Yes?']);
    return { one, customer, id: (await customer.row()).id };
  };

  it('after a crash before it was asked: it is asked, once', async () => {
    const { one, id } = await held('Kiki Crash');
    await leave(id, one, 1, {});
    await Promise.all([responders().recoverPending(), responders().recoverPending()]);
    (await askedOf(one, 1)).respond(answer('Here I am'));
    await expect.poll(() => turnsOf(id), SOON).toEqual(['answered', 'answered']);
    expect(one.asked).toHaveLength(2);
  });

  it(
    'after a crash while it was asked: by the clock, or by whoever finds it, and it is not asked again',
    { tags: 'full' },
    async () => {
      const { one, customer, id } = await held('Lina Crash');
      const until = new Date(t.clock.now().getTime() + 60_000);
      await leave(id, one, 1, { begun_at: t.clock.now(), leased_until: until });
      await t.platform.db.q
        .updateTable('conversations')
        .set({ held_until: until })
        .where('id', '=', id)
        .execute();
      t.clock.advance(61_000);
      await responders().endHolds();
      expect((await customer.row()).handed_over?.reason).toBe('timeout');
      await expect.poll(() => turnsOf(id), SOON).toEqual(['answered', 'dropped']);

      const two = await held('Maya Crash');
      await leave(two.id, two.one, 1, { begun_at: t.clock.now() });
      await responders().recoverPending();
      await expect.poll(async () => (await two.customer.row()).handed_over?.reason, SOON).toBe('interrupted');
      expect([one.asked.length, two.one.asked.length]).toEqual([1, 1]);
    },
  );

  it('where the responder is not there any more: at once when the customer writes, else by the clock', async () => {
    const gone = { held_by: 'gone' };
    const [one, two] = [await held('Nina Gone'), await held('Oki Gone')];
    const ids = [one.id, two.id];
    await t.platform.db.q.updateTable('conversations').set(gone).where('id', 'in', ids).execute();
    await one.customer.write('Hello?');
    const handedOver = { held_by: null, handed_over: { by: 'gone', reason: 'unregistered' } };
    expect(await one.customer.row()).toMatchObject(handedOver);
    await responders().endHolds();
    expect(await two.customer.row()).toMatchObject(handedOver);
  });
});

describe('a person', () => {
  it('who takes the ticket, or answers it, has it at once: what the responder says then is not said', async () => {
    const one = bot('Putri Taken');
    const putri = await chat('Putri Taken');
    const { respond } = await askedOf(one);
    const sent = { client_key: desk.key(), body: 'I am Budi', file_ids: [] };
    await desk.data('budi', 'POST', `/api/tickets/${putri.ticketId}/messages`, sent);
    const taken = { status: 'active', agent_id: t.idOf('budi'), held_by: null };
    expect(await putri.row()).toMatchObject({ ...taken, handed_over: { by: one.name, reason: 'taken' } });
    respond(answer('I am a bot'));
    await expect.poll(async () => turnsOf((await putri.row()).id), SOON).toEqual(['dropped']);
    await putri.write('Hello Budi');
    expect([await putri.heard(), one.asked.length]).toEqual([['I am Budi'], 1]);

    const two = bot('Rudi Taken');
    const rudi = await chat('Rudi Taken');
    await askedOf(two);
    const [ticket] = await ticketsOf('Rudi Taken');
    await desk.data('budi', 'POST', `/api/tickets/${rudi.ticketId}/assign`, {
      version: ticket?.version,
      assignee_id: t.idOf('budi'),
    });
    expect(await rudi.row()).toMatchObject(taken);
  });

  it('who is there already is not answered for', async () => {
    const sari = await chat('Sari Attended');
    const sent = { client_key: desk.key(), body: 'I am Budi', file_ids: [] };
    await desk.data('budi', 'POST', `/api/tickets/${sari.ticketId}/messages`, sent);
    const one = bot('Sari Attended');
    await sari.write('Hello Budi');
    expect([one.met, one.asked, await turnsOf((await sari.row()).id)]).toEqual([[], [], []]);
  });
});

describe('each message', () => {
  it(
    'is given once, one after the other, though more come while the first is answered',
    { tags: 'full' },
    async () => {
      const one = bot('Tono Orders');
      const tono = await chat('Tono Orders', 'One');
      await askedOf(one);
      const key = desk.key();
      await tono.write('Two', key);
      await tono.write('Two', key);
      await tono.write('Three');
      expect(one.asked).toHaveLength(1);
      for (const [at, body] of ['First', 'Second', 'Third'].entries())
        (await askedOf(one, at)).respond(answer(body));
      await expect.poll(tono.heard, SOON).toEqual(['First', 'Second', 'Third']);
      expect(one.asked.map(({ turn }) => bodyOf(turn))).toEqual(['One', 'Two', 'Three']);
    },
  );

  it('that came while the first was answered stays for the person to whom that was handed over', async () => {
    const one = bot('Umar Leaves');
    const umar = await chat('Umar Leaves', 'One');
    await umar.write('Two');
    (await askedOf(one)).respond({ kind: 'handOver', reason: 'asked', says: [{ body: 'One moment' }] });
    await expect.poll(async () => turnsOf((await umar.row()).id), SOON).toEqual(['handed_over', 'dropped']);
    expect([await umar.heard(), one.asked.length]).toEqual([['One moment'], 1]);
  });

  it('is given once and in order by two servers', async () => {
    const one = bot('Vera Twice');
    const other = await t.another();
    register(one, other.app);
    const both = [responders(), other.app.modules.conversations.responders];
    const vera = await chat('Vera Twice', 'One');
    const key = desk.key();
    await Promise.all([vera.write('Two', key), vera.write('Two', key, other.app)]);
    await vera.write('Three', desk.key(), other.app);
    for (let at = 0; at < 3; at += 1) {
      await Promise.all(both.map((each) => each.recoverPending()));
      (await askedOf(one, at)).respond(answer(`Answer ${at + 1}`));
    }
    await expect.poll(vera.heard, SOON).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
    expect(one.asked.map(({ turn }) => bodyOf(turn))).toEqual(['One', 'Two', 'Three']);
    await other.close();
  });

  it('that a server is answering when it is stopped goes to a person at once', async () => {
    const other = await t.another();
    const there = register(script('stopped', 'Wati Stopped'), other.app);
    const here = register(script('stopped', 'Wati Stopped'));
    const wati = await chat('Wati Stopped', 'One', other.app);
    await askedOf(there);
    await other.close();
    expect((await wati.row()).handed_over?.reason).toBe('interrupted');
    expect(here.asked).toEqual([]);
  });
});

describe('registering', () => {
  it('refuses a second one of the same name, and one that wants too long', () => {
    const one = bot('Nobody');
    expect(() => register(one)).toThrow(/two responders/);
    const slow = script('slow', 'Nobody');
    const holding = { budgetMs: 30_001, respond: () => Promise.resolve(answer('')) };
    expect(() => register({ ...slow, responder: { ...slow.responder, holding } })).toThrow(/slow wants/);
  });
});
