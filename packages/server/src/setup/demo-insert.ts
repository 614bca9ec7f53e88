import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { Media } from '@trunkline/contract';
import type { Db } from '#platform/db';
import type { Tables } from '#platform/tables';
import {
  chatEndedAt,
  endOfPastTicket,
  asWrittenChannelTicket,
  isDone,
  pastTicket,
  solvedAt,
  type DemoAgent,
  type PastTicket,
  type DemoCase,
} from './demo-history.ts';
import { changesOf, timeLine } from './demo-time-line.ts';
import { insertClocks, replayCases } from './demo-sla.ts';
import { personNumber } from './demo-scenarios.ts';
import { createRandom, type Random } from './random.ts';

const CUSTOMERS = 200;
const TICKETS = 600;
const DAYS = 90;
/** Tickets on other channels; they are solved, so that they wait in nobody's list. */
const WRITTEN = 240;
const WRITTEN_MEDIA = [
  Media.email,
  Media.whatsapp,
  Media.whatsapp,
  Media.instagram,
  Media.email,
  Media.facebook,
  Media.sms,
];
const FIRST_NUMBER = 100_001;

type Context = { agents: readonly DemoAgent[]; departments: readonly number[]; widgetId: number; now: Date };
type Lists = Record<'ticket_types' | 'categories' | 'subcategories' | 'priorities', Map<string, number>>;

/** Inserts ninety days of customers, tickets and messages, by a few large statements. */
export async function insertHistory(q: Db['q'], context: Context): Promise<void> {
  const { now } = context;
  const random = createRandom(20_261_120);
  await sql`select ensure_month_partitions('messages', (${now}::timestamptz - interval '100 days')::date, ${now}::date)`.execute(
    q,
  );
  const customers = await insertCustomers(q, now);
  const pasts = Array.from({ length: TICKETS }, (_, index) => {
    const person = random.below(CUSTOMERS);
    const age = Math.floor(DAYS * ((TICKETS - 1 - index) / TICKETS) ** 1.6);
    return pastTicket(random, { person, language: personNumber(person).language, now, age });
  }).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const placed = await insertTickets(q, [...pasts, ...writtenCases(now)], {
    ...context,
    random,
    customers,
    lists: await readLists(q),
  });
  const conversations = await insertConversations(q, placed, context);
  await insertMessages(q, placed, conversations);
}

/** Uses a random generator of its own, so that the other tickets stay the same. */
function writtenCases(now: Date): PastTicket[] {
  const random = createRandom(20_261_127);
  const cases: PastTicket[] = [];
  for (let index = 0; cases.length < WRITTEN; index += 1) {
    const person = random.below(CUSTOMERS);
    const age = 3 + (Math.floor(((DAYS - 3) * index) / WRITTEN) % (DAYS - 3));
    const past = pastTicket(random, { person, language: personNumber(person).language, now, age });
    const mediaId = WRITTEN_MEDIA[index % WRITTEN_MEDIA.length] ?? Media.email;
    // Calls and unsolved tickets stay as they are.
    if (past.mediaId === Media.liveChat && isDone(past)) cases.push(asWrittenChannelTicket(past, mediaId));
  }
  return cases.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

async function insertCustomers(q: Db['q'], now: Date): Promise<number[]> {
  const people = Array.from({ length: CUSTOMERS }, (_, n) => personNumber(n));
  const joined = (n: number) => new Date(now.getTime() - (DAYS + 5 + ((n * 37) % 600)) * 86_400_000);
  const rows = await q
    .insertInto('customers')
    .values(
      people.map(({ name, company, language }, n) => ({
        name,
        company,
        language,
        created_at: joined(n),
        last_contact_at: joined(n),
      })),
    )
    .returning('id')
    .execute();
  const identities = people.flatMap(({ email, phone }, n) => {
    const customer_id = rows[n]?.id ?? 0;
    return [
      { customer_id, kind: 'email' as const, value: email, is_verified: true },
      { customer_id, kind: 'phone' as const, value: phone, is_verified: n % 3 === 0 },
    ];
  });
  await q.insertInto('customer_identities').values(identities).execute();
  return rows.map(({ id }) => id);
}

async function readLists(q: Db['q']): Promise<Lists> {
  const byName = async (table: keyof Lists) =>
    new Map((await q.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [name, id]));
  return {
    ticket_types: await byName('ticket_types'),
    categories: await byName('categories'),
    subcategories: await byName('subcategories'),
    priorities: await byName('priorities'),
  };
}

const PRIORITIES = ['Urgent', 'High', 'Normal', 'Low'];

async function insertTickets(
  q: Db['q'],
  pasts: readonly PastTicket[],
  context: Context & { random: Random; customers: readonly number[]; lists: Lists },
): Promise<DemoCase[]> {
  const placed: Omit<DemoCase, 'ticketId'>[] = pasts.map((past) => {
    const departmentId = context.departments[past.department] ?? 0;
    const able = context.agents.filter((agent) => agent.departments.includes(departmentId));
    const agent = past.hasAgent ? context.random.pick(able) : undefined;
    return {
      past,
      agent,
      customerId: context.customers[past.person] ?? 0,
      name: personNumber(past.person).name,
    };
  });
  const replay = await replayCases(q, context.departments[0] ?? 0, context.now);
  const replayed = placed.map(replay);
  const rows = placed.map((one, index) => ({
    ...ticketRow(one, FIRST_NUMBER + index, context),
    ...replayed[index]?.due,
  }));
  const ids = await q.insertInto('tickets').values(rows).returning('id').execute();
  await sql`select setval('ticket_numbers', ${FIRST_NUMBER + rows.length - 1})`.execute(q);
  await sql`update customers c set last_contact_at = t.at from
    (select customer_id, max(last_message_at) as at from tickets group by 1) t where t.customer_id = c.id`.execute(
    q,
  );
  await insertClocks(
    q,
    replayed.map((one, index) => ({ ticketId: ids[index]?.id ?? 0, replayed: one })),
  );
  return placed.map((one, index) => ({ ...one, ticketId: ids[index]?.id ?? 0 }));
}

const idIn = (list: Map<string, number>, name: string | undefined) => list.get(name ?? '') ?? null;

/** The columns of a ticket that depend on its messages. */
function tracesOf(past: PastTicket, hasAgent: boolean) {
  const spoken = past.messages.filter(({ kind }) => kind !== 'note');
  const last = spoken.at(-1) ?? { kind: 'none' as const, body: '', at: endOfPastTicket(past) };
  const isWaiting = last.kind === 'inbound' && !isDone(past);
  const unanswered = spoken[spoken.findLastIndex(({ kind }) => kind === 'outbound') + 1];
  const by = { inbound: 'customer', outbound: 'agent', note: 'none', none: 'none' } as const;
  return {
    last_message: last.body.slice(0, 160),
    last_message_by: by[last.kind],
    last_message_at: last.at,
    waiting_since: isWaiting && unanswered ? unanswered.at : null,
    unread: isWaiting && hasAgent ? 1 : 0,
    first_response_at: spoken.find(({ kind }) => kind === 'outbound')?.at ?? null,
  };
}

function ticketRow(
  { past, agent, customerId }: Omit<DemoCase, 'ticketId'>,
  number: number,
  { departments, lists }: Context & { lists: Lists },
): Insertable<Tables['tickets']> {
  return {
    ...tracesOf(past, agent !== undefined),
    number: String(number),
    subject: past.subject,
    status: past.status,
    department_id: departments[past.department] ?? 0,
    assignee_id: agent?.id ?? null,
    priority_id: idIn(lists.priorities, PRIORITIES[past.priority]) ?? 0,
    type_id: idIn(lists.ticket_types, past.type),
    category_id: idIn(lists.categories, past.category),
    subcategory_id: idIn(lists.subcategories, past.subcategory),
    caller_type_id: null,
    media_id: past.mediaId,
    tags: [...past.tags],
    customer_id: customerId,
    solved_at: isDone(past) ? solvedAt(past) : null,
    created_by: null,
    client_key: null,
    created_at: past.createdAt,
    updated_at: endOfPastTicket(past),
    version: 1 + changesOf(past, agent).length,
  };
}

/** The chats ended long ago, but their customers can still be answered: they see the reply when they come back. */
async function insertConversations(
  q: Db['q'],
  placed: readonly DemoCase[],
  { widgetId, departments }: Context,
): Promise<Map<number, number>> {
  const chats = placed.filter(({ past }) => past.mediaId === Media.liveChat);
  const visitors = await q
    .insertInto('livechat_visitors')
    .values(
      chats.map(({ past, customerId, name }) => ({
        channel_account_id: widgetId,
        token_hash: randomBytes(32),
        customer_id: customerId,
        name,
        email: personNumber(past.person).email,
        language: past.language,
        created_at: past.createdAt,
      })),
    )
    .returning('id')
    .execute();
  const rows = await q
    .insertInto('conversations')
    .values(
      chats.map(({ past, agent, customerId, ticketId }, index) => ({
        ticket_id: ticketId,
        customer_id: customerId,
        media_id: Media.liveChat,
        channel_account_id: widgetId,
        address: String(visitors[index]?.id),
        department_id: departments[past.department] ?? 0,
        status: 'ended' as const,
        agent_id: agent?.id ?? null,
        started_at: past.createdAt,
        waiting_since: past.createdAt,
        ended_at: chatEndedAt(past),
        offered_to: null,
        offered_at: null,
        offer_expires_at: null,
        customer_read_id: null,
      })),
    )
    .returning(['id', 'ticket_id'])
    .execute();
  return new Map(rows.map(({ id, ticket_id }) => [ticket_id, id]));
}

async function insertMessages(
  q: Db['q'],
  placed: readonly DemoCase[],
  conversations: Map<number, number>,
): Promise<void> {
  const rows = placed.flatMap((one) => timeLine(one, conversations.get(one.ticketId) ?? null));
  // A statement takes at most 65,535 values.
  for (let start = 0; start < rows.length; start += 2000) {
    await q
      .insertInto('messages')
      .values(rows.slice(start, start + 2000))
      .execute();
  }
}
