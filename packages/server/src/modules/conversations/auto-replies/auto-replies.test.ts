import {
  SUGGESTED_REPLIES,
  type AutoReplies,
  type AutoReplyAccount,
  type AutoReplyKind,
  type ListRow,
  type Message,
  type Ticket,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const MINUTE = 60_000;
const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];

let d: MessagingDesk;
let count = 0;
beforeAll(async () => {
  d = await messagingDesk();
});
afterAll(() => d.close());
beforeEach(async () => {
  await open();
  await setAutoReplies({});
});

const customer = (name = `Customer ${(count += 1)}`) => {
  count += 1;
  return d.meta.phone(`62812000${String(count).padStart(4, '0')}`, name);
};
type Texts = Partial<Record<AutoReplyKind, object>>;

/** Enables these replies with these texts, and disables all others. */
async function setAutoReplies(on: Texts, accountId = d.account.id): Promise<void> {
  const kinds = Object.keys(SUGGESTED_REPLIES) as AutoReplyKind[];
  const replies = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        ...SUGGESTED_REPLIES[kind],
        text: { en: `${kind} for {{customer.first_name}}`, id: '' },
        ...on[kind],
        is_on: on[kind] !== undefined,
      },
    ]),
  );
  const { version } = await settingsOf(accountId);
  await d.data('admin', 'PUT', `/api/auto-replies/${accountId}`, { version, replies });
}
async function settingsOf(accountId: number): Promise<AutoReplyAccount> {
  const all = await d.data<AutoReplyAccount[]>('admin', 'GET', '/api/auto-replies');
  const own = all.find(({ id }) => id === accountId);
  if (!own) throw new Error(`no account ${accountId}`);
  return own;
}

/** Sets the office hours of the first department; without any it is open around the clock. */
async function open(hours?: string): Promise<void> {
  const department = d.t.departmentIds[0] ?? 0;
  const [row] = await d.data<ListRow[]>('admin', 'GET', `/api/settings/departments?id=${department}`);
  const made = hours && {
    name: `Hours ${(count += 1)}`,
    time_zone: 'UTC',
    hours,
  };
  const id = made
    ? (await d.data<ListRow>('admin', 'POST', '/api/settings/office_hours', { values: made })).id
    : null;
  await d.data('admin', 'PATCH', `/api/settings/departments/${department}`, {
    version: row?.version,
    values: { office_hours_id: id },
  });
}
const dayIn = (days: number) => DAYS[new Date(d.t.clock.now().getTime() + days * 86_400_000).getUTCDay()];
const close = () => open(`${dayIn(2)} 09:00-17:00`);

const recoverPending = () => d.t.app.modules.conversations.autoReplies.recoverPending();
const textsOf = (phone: ReturnType<typeof customer>) => phone.inbox.map(({ text }) => text);
const automatic = async ({ id }: Pick<Ticket, 'id'>): Promise<Message[]> =>
  (await d.emails(id)).filter(({ kind, author }) => kind === 'outbound' && author.type === 'system');
const read = async (id: number): Promise<Ticket> =>
  (await d.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const bodiesOf = async (ticket: Pick<Ticket, 'id'>) => (await automatic(ticket)).map(({ body }) => body);

describe('at once', () => {
  it('somebody who writes out of hours is told so once, however often they write or it is delivered', async () => {
    await close();
    await setAutoReplies({
      welcome: {},
      out_of_hours: { text: { en: 'Closed until {{opens_at}}', id: '' } },
    });
    const rina = customer('Rina Kusuma');
    const id = await rina.send('Is my grinder ready?');
    await rina.write({ type: 'text', text: { body: 'Is my grinder ready?' } }, id);
    await rina.send('Hello?');
    const ticket = await d.ticketOf(rina.name);
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    await expect.poll(() => textsOf(rina).length, SOON).toBe(1);
    expect(textsOf(rina)[0]).toMatch(/^Closed until \w+day \d+ \w+ at 09:00$/);

    const [told] = await automatic(ticket);
    expect(told?.author).toEqual({ type: 'system', id: null, name: 'Trunkline' });
    // An automatic reply does not count as an agent's: the customer still waits.
    const after = await read(ticket.id);
    expect(after).toMatchObject({
      first_response_at: null,
      last_message: 'Hello?',
      last_message_by: 'customer',
      unread: 2,
      assignee_id: null,
    });
    expect(after.waiting_since).not.toBeNull();
    expect(after.first_response_due_at).toBe(ticket.first_response_due_at);
  });

  it(
    'after an answer of ours it is said again, and not to whom somebody attends',
    { tags: 'full' },
    async () => {
      await close();
      await setAutoReplies({ out_of_hours: {} });
      const one = customer();
      await one.send('First');
      const ticket = await d.ticketOf(one.name);
      await expect.poll(() => bodiesOf(ticket), SOON).toEqual(['out_of_hours for Customer']);
      // An agent is connected and has replied, so what is written next gets no out-of-hours reply.
      await d.reply(ticket.id, 'I am here');
      await one.send('Good');
      await expect.poll(async () => (await d.emails(ticket.id)).at(-1)?.body, SOON).toBe('Good');
      expect(await bodiesOf(ticket)).toHaveLength(1);
      await assign(ticket.id, 'sarah');
      await one.send('Still there?');
      await expect.poll(() => bodiesOf(ticket), SOON).toHaveLength(2);
    },
  );

  it('a holiday has its own', { tags: 'full' }, async () => {
    await close();
    const today = d.t.clock.now().toISOString().slice(0, 10);
    const values = { name: `Day ${(count += 1)}`, date: today, is_yearly: false, hours: '' };
    await d.data('admin', 'POST', '/api/settings/holidays', { values });
    await setAutoReplies({ welcome: {}, out_of_hours: {}, holiday: {} });
    const one = customer();
    await one.send('Happy holiday');
    await expect.poll(() => textsOf(one), SOON).toEqual(['holiday for Customer']);
    const [row] = await d.data<ListRow[]>('admin', 'GET', '/api/settings/holidays');
    const off = { version: row?.version, values: { date: '2020-01-01' } };
    await d.data('admin', 'PATCH', `/api/settings/holidays/${row?.id}`, off);
  });

  it('a new case is welcomed, in the language of the customer', async () => {
    await setAutoReplies({ welcome: { text: { en: 'Welcome', id: 'Selamat datang' } } });
    const budi = customer();
    await budi.send('Halo');
    const ticket = await d.ticketOf(budi.name);
    await expect.poll(() => textsOf(budi), SOON).toEqual(['Welcome']);
    const { version } = await d.data<{ version: number }>(
      'admin',
      'GET',
      `/api/customers/${ticket.customer_id}`,
    );
    await d.data('admin', 'PATCH', `/api/customers/${ticket.customer_id}`, { version, language: 'id' });
    await d.data('admin', 'POST', `/api/tickets/${ticket.id}/solve`, { version: ticket.version });
    await d.data('admin', 'PATCH', '/api/configs/app', { reopen_window_hours: 0 });
    await budi.send('Ada pertanyaan baru');
    await expect.poll(() => textsOf(budi), SOON).toEqual(['Welcome', 'Selamat datang']);
    await d.data('admin', 'PATCH', '/api/configs/app', { reopen_window_hours: 72 });
  });

  it('a machine that answers every reply comes to an end', async () => {
    await setAutoReplies({ welcome: {} });
    const bot = customer();
    await sql`insert into auto_replies_sent (channel_account_id, address, ticket_id, kind, sent_at)
      select ${d.account.id}, ${bot.number}, (select min(id) from tickets), 'closed', ${d.t.clock.now().toISOString()}
      from generate_series(1, 6)`.execute(d.t.platform.db.q);
    await bot.send('I am a bot');
    const ticket = await d.ticketOf(bot.name);
    expect(await automatic(ticket)).toEqual([]);
  });

  it('what the provider tells about somebody is not answered', async () => {
    await setAutoReplies({ welcome: {} });
    const one = customer();
    await one.write({ type: 'system', system: { body: 'changed number', type: 'user_changed_number' } });
    const ticket = await d.ticketOf(one.name);
    expect(await automatic(ticket)).toEqual([]);
  });
});

describe('when nothing happens', () => {
  it('whoever waits is told their place, once, though two look at the same time', async () => {
    await setAutoReplies({
      busy: { text: { en: 'Number {{position}}\nAbout {{expected_wait}}', id: '' }, after_seconds: 30 },
    });
    const one = customer();
    await one.send('Is anybody there?');
    const ticket = await d.ticketOf(one.name);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    d.t.clock.advance(MINUTE);
    await Promise.all([recoverPending(), recoverPending(), recoverPending()]);
    const [said, ...more] = await bodiesOf(ticket);
    expect(said).toMatch(/^Number \d+$/);
    expect(more).toEqual([]);
    await one.send('Well?');
    d.t.clock.advance(MINUTE);
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    await recoverPending();
    expect(await automatic(ticket)).toHaveLength(1);
  });

  it('whoever was taken is not told to wait', { tags: 'full' }, async () => {
    await setAutoReplies({ busy: { after_seconds: 30 } });
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    await d.reply(ticket.id, 'Hello to you');
    d.t.clock.advance(MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
  });

  it('who is silent is reminded, and later the case is closed and told so', async () => {
    const text = { en: 'Closing in {{closes_in}}', id: '' };
    await setAutoReplies({ idle: { text, after_minutes: 10, close_after_minutes: 30 }, closed: {} });
    const { one, ticket } = await answered();
    d.t.clock.advance(9 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    d.t.clock.advance(2 * MINUTE);
    await Promise.all([recoverPending(), recoverPending()]);
    expect(await bodiesOf(ticket)).toEqual(['Closing in 30 minutes']);
    await expect.poll(() => textsOf(one).at(-1), SOON).toBe('Closing in 30 minutes');
    await expect.poll(async () => (await automatic(ticket))[0]?.state, SOON).toBe('delivered');
    d.t.clock.advance(31 * MINUTE);
    await Promise.all([recoverPending(), recoverPending()]);
    expect((await read(ticket.id)).status).toBe('solved');
    expect(await bodiesOf(ticket)).toEqual(['Closing in 30 minutes', 'closed for Customer']);
    await expect.poll(() => textsOf(one).at(-1), SOON).toBe('closed for Customer');
  });

  it('whoever writes in between is silent no longer', { tags: 'full' }, async () => {
    await setAutoReplies({ idle: { after_minutes: 10, close_after_minutes: 30 } });
    const { one, ticket } = await answered();
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toHaveLength(1);
    await one.send('I am still here');
    await expect.poll(async () => (await read(ticket.id)).waiting_since, SOON).not.toBeNull();
    d.t.clock.advance(60 * MINUTE);
    await recoverPending();
    expect((await read(ticket.id)).status).toBe('open');
    expect(await automatic(ticket)).toHaveLength(1);
  });

  it('a ticket on hold waits for somebody else', { tags: 'full' }, async () => {
    await setAutoReplies({ idle: { after_minutes: 10 } });
    const { ticket } = await answered();
    const { version } = await read(ticket.id);
    await d.data('admin', 'PATCH', `/api/tickets/${ticket.id}`, { version, status: 'on_hold' });
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
  });

  it('nobody is silent about an answer that has not gone out', { tags: 'full' }, async () => {
    await setAutoReplies({ idle: { after_minutes: 10 } });
    const one = customer();
    await one.send('A question');
    const ticket = await d.ticketOf(one.name);
    d.meta.faults.plan(/messages$/, { status: 503 }, 1);
    const { id } = await d.reply(ticket.id, 'An answer');
    const failure = async () => (await d.message(ticket.id, id))?.failure;
    await expect.poll(failure, SOON).toMatch(/^provider_failed/);
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    await d.t.app.modules.messaging.recoverPending();
    await expect.poll(async () => (await d.message(ticket.id, id))?.state, SOON).toBe('delivered');
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toHaveLength(1);
  });

  it('beyond the 24 hours nothing is sent', async () => {
    await setAutoReplies({ idle: { after_minutes: 10 } });
    const { one, ticket } = await answered();
    await sql`update messaging_contacts set last_in_at = last_in_at - interval '25 hours'
      where address = ${one.number}`.execute(d.t.platform.db.q);
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
  });

  it('beyond the 24 hours nothing is closed either: nobody could be told', { tags: 'full' }, async () => {
    await setAutoReplies({ idle: { after_minutes: 10, close_after_minutes: 60 } });
    const { one, ticket } = await answered();
    await sql`update messaging_contacts set last_in_at = last_in_at - interval '25 hours'
      where address = ${one.number}`.execute(d.t.platform.db.q);
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    d.t.clock.advance(61 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    expect((await read(ticket.id)).status).toBe('open');
  });

  it('who goes on by another channel is silent from there', { tags: 'full' }, async () => {
    await d.addSms();
    await setAutoReplies({ idle: { after_minutes: 10 } });
    const { one, ticket } = await answered();
    const sms = d.twilio.phone(`+${one.number}`);
    await sms.send('By text now');
    await expect.poll(async () => (await read(ticket.id)).waiting_since, SOON).not.toBeNull();
    d.t.clock.advance(9 * MINUTE);
    const { conversations } = await d.data<{ conversations: { id: number; media_id: number }[] }>(
      'admin',
      'GET',
      `/api/tickets/${ticket.id}`,
    );
    const on = conversations.find(({ media_id: id }) => id === 4)?.id;
    await d.reply(ticket.id, 'Back to WhatsApp', { conversation_id: on });
    await expect.poll(() => textsOf(one).at(-1), SOON).toBe('Back to WhatsApp');
    await expect.poll(async () => (await d.emails(ticket.id)).at(-1)?.state, SOON).toBe('delivered');
    d.t.clock.advance(9 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    d.t.clock.advance(2 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toHaveLength(1);
  });

  it('what was cut off in the middle leaves nothing, and is done later, once', async () => {
    await setAutoReplies({ idle: { after_minutes: 10 } });
    const { one, ticket } = await answered();
    const { q } = d.t.platform.db;
    // Fails at the last statement of the transaction, so that everything before it is rolled back, as in a crash.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`.execute(
      q,
    );
    await sql`create trigger refuse before insert on auto_replies_sent for each row execute function refuse()`.execute(
      q,
    );
    d.t.clock.advance(11 * MINUTE);
    await recoverPending();
    expect(await automatic(ticket)).toEqual([]);
    await sql`drop trigger refuse on auto_replies_sent`.execute(q);
    d.t.clock.advance(6 * MINUTE);
    await Promise.all([recoverPending(), recoverPending()]);
    expect(await automatic(ticket)).toHaveLength(1);
    await expect.poll(() => textsOf(one).length, SOON).toBe(2);
  });

  /** A customer who wrote and got a reply from an agent. */
  async function answered() {
    const one = customer();
    await one.send('A question');
    const ticket = await d.ticketOf(one.name);
    await d.reply(ticket.id, 'An answer');
    await expect.poll(() => textsOf(one), SOON).toEqual(['An answer']);
    await expect.poll(async () => (await d.emails(ticket.id)).at(-1)?.state, SOON).toBe('delivered');
    return { one, ticket };
  }
});

describe('on the site', () => {
  it('a chat is welcomed, and a message that is left out of hours is answered in the chat', async () => {
    const key = await d.t.widget();
    const widget = (await d.data<AutoReplyAccount[]>('admin', 'GET', '/api/auto-replies')).find(
      ({ name }) => name === 'Shop',
    );
    await setAutoReplies({ welcome: {}, out_of_hours: {} }, widget?.id);
    const chat = async (path: string, body: object) => {
      const token = await d.t.visitor(key);
      expect((await d.t.call('POST', `/api/livechat/chat${path}`, { token, body })).status).toBe(200);
      const state = await d.t.call('GET', '/api/livechat/chat', { token });
      const { messages } = (state.body as { data: { messages: { from: string; body: string }[] } }).data;
      return messages.map(({ from, body }) => `${from}: ${body}`);
    };
    const begin = { client_key: 'begin-the-chat', name: 'Joko Widodo', question: '' };
    expect(await chat('', begin)).toEqual(['system: welcome for Joko']);
    await close();
    const left = { client_key: 'left-behind', name: 'Joko', email: 'joko@mail.example', body: 'Call me' };
    expect(await chat('/offline', left)).toEqual(['visitor: Call me', 'system: out_of_hours for Joko']);
  });
});

describe('the settings', () => {
  const update = (version: number, replies: object) =>
    d.t.as('admin', 'PUT', `/api/auto-replies/${d.account.id}`, { version, replies });

  it('suggest texts that are off, and refuse a version that is not the latest', async () => {
    const { version, replies } = await settingsOf(d.account.id);
    const welcome = { is_on: true, text: { en: 'Welcome', id: '' } };
    expect((await update(version, { ...replies, welcome })).status).toBe(200);
    const refused = await update(version, replies);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { version: version + 1, replies: { welcome } } } },
    });
    const widget = await settingsOf(d.account.id);
    expect(widget.replies.welcome).toEqual(welcome);
  });

  it.each<[string, (all: AutoReplies) => object, string]>([
    ['nothing to say', (all) => ({ ...all, welcome: { is_on: true, text: { en: ' ', id: '' } } }), 'welcome'],
    ['a variable of another kind', (all) => ({ ...all, welcome: withText('{{position}}') }), 'welcome'],
    ['a time that is too short', (all) => ({ ...all, busy: { ...all.busy, after_seconds: 1 } }), 'busy'],
    ['a kind that is not there', (all) => ({ ...all, birthday: withText('Hooray') }), 'birthday'],
  ])('refuse %s', async (_name, change, where) => {
    const { version } = await settingsOf(d.account.id);
    const answer = await update(version, change(SUGGESTED_REPLIES));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(answer.body)).toContain(where);
  });

  const withText = (en: string) => ({ is_on: false, text: { en, id: '' } });

  it('are those of accounts that are there', async () => {
    const body = { version: 0, replies: SUGGESTED_REPLIES };
    expect((await d.t.as('admin', 'PUT', '/api/auto-replies/999999', body)).status).toBe(404);
  });
});

async function assign(id: number, to: 'sarah'): Promise<void> {
  const { version } = await read(id);
  await d.data('admin', 'POST', `/api/tickets/${id}/assign`, { version, assignee_id: d.t.idOf(to) });
}
