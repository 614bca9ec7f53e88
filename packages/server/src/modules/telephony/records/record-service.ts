import type { TicketEvent } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import { SYSTEM, type Author, type Tickets } from '#modules/tickets';
import type { PhoneActivity } from '../activity-service.ts';
import type { Callers } from './caller-service.ts';
import * as store from './call-store.ts';
import type { PhoneRow } from './call-store.ts';
import type { PhoneCall, PhoneUse } from '../calls/call.ts';
import type { Happening } from '../calls/happening.ts';
import { hasMessage, leavesSomething, wantsCallBack } from '../calls/left.ts';
import { hasRecord, stateOf, type Entry } from '../calls/ledger.ts';
import { extensionOf, hasMissed, phonesOf, standingOf, talkSeconds } from '../calls/standing.ts';
import { dialNameIn, type AskedCall, type DialEnds } from '../dials/dial-ends.ts';
import { escortNameIn, type EscortEnds } from '../escorts/escort-ends.ts';
import { eventOf, type PhoneEvent } from './events.ts';
import type { LeftMessages } from '../messages/message-service.ts';
import type { PhoneRecordings } from '../recordings/recording-service.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import { enderOf, endOf } from './record-ends.ts';

export type Records = ReturnType<typeof createRecords>;
type Deps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  tickets: Tickets;
  conversations: Conversations;
  callers: Callers;
  activity: PhoneActivity;
  dials: Pick<DialEnds, 'asAsked' | 'follow'>;
  escorts: Pick<EscortEnds, 'follow'>;
  recordings: Pick<PhoneRecordings, 'ended'>;
  messages: Pick<LeftMessages, 'left'>;
};
/** How the phones that this call is about are used, over all calls. */
type Uses = (extension: string) => PhoneUse;

/** What becomes of a call that the gateway tells of: its record, its ticket, its agents, and what their screens are told. */
export function createRecords({
  db,
  clock,
  notices,
  tickets,
  conversations,
  callers,
  activity,
  dials,
  escorts,
  recordings,
  messages,
}: Deps) {
  /** Ticket, conversation, call: the order that everything which touches more than one of them keeps. */
  async function lock(tx: Tx, id: number): Promise<PhoneRow> {
    const seen = await store.findCall(tx.q, id);
    if (seen?.ticket_id) await tickets.lock(tx, seen.ticket_id);
    if (seen?.conversation_id) await conversations.lock(tx, seen.conversation_id);
    return store.lockCall(tx.q, id);
  }

  async function find(tx: Tx, gateway: GatewayRow, entry: Entry): Promise<PhoneRow | undefined> {
    if (entry.callId !== null) return store.findCall(tx.q, entry.callId);
    const [known] = await store.listLinked(tx.q, gateway.id, [...entry.linked]);
    return known;
  }

  async function keepRecord(
    tx: Tx,
    { gateway, entry, owners }: { gateway: GatewayRow; entry: Entry; owners: ReadonlyMap<string, number> },
    call: AskedCall,
  ): Promise<PhoneRow> {
    const before = await find(tx, gateway, entry);
    const user_id = owners.get(extensionOf(call)) ?? before?.user_id ?? null;
    const state = { ...stateFields(call), user_id };
    // Most of what is told changes the record alone: its ticket is held only where it is told as well.
    if (before && isForTicket(before, state, call)) await lock(tx, before.id);
    const begun = needsCase(call, before) ? await beginCase(tx, gateway, call, before) : undefined;
    const all = { ...state, ...begun?.owner };
    const phone = phoneFields(call, gateway.id, [...entry.linked]);
    const row = before
      ? await store.updateCall(tx.q, before.id, all, phone)
      : await insert(tx, call, all, phone);
    if (begun) await tellBegun(tx, row, begun);
    await messages.left(tx, { gateway, row, call });
    await tellTicket(tx, call, before, row);
    return row;
  }

  async function beginCase(
    tx: Tx,
    gateway: GatewayRow,
    { number, name, id, direction }: PhoneCall,
    before: PhoneRow | undefined,
  ) {
    const customerId = before?.customer_id ?? null;
    const { owner, author } = await callers.begin(tx, gateway, { number, name, linked: id, customerId });
    return { owner, author: direction === 'in' ? author : SYSTEM };
  }

  function tellBegun(
    tx: Tx,
    { id }: PhoneRow,
    { owner, author }: { owner: store.Owner; author: Author },
  ): Promise<void> {
    const event = { type: 'call_started', call_id: id, kind: 'voice' } as const;
    return tickets.appendEvent(tx, owner.ticket_id, { event, author });
  }

  function insert(
    tx: Tx,
    call: PhoneCall,
    state: Parameters<typeof store.updateCall>[2],
    phone: Parameters<typeof store.updateCall>[3],
  ): Promise<PhoneRow> {
    const direction = call.direction === 'in' ? 'inbound' : 'outbound';
    return store.insertCall(tx.q, direction, { ...state, began: new Date(call.began) }, phone);
  }

  /** What its ticket's time line is told: who has picked up, and how it ended. */
  async function tellTicket(
    tx: Tx,
    call: AskedCall,
    before: PhoneRow | undefined,
    row: PhoneRow,
  ): Promise<void> {
    if (row.ticket_id === null || before?.state === 'ended') return;
    if (row.user_id !== null && isAnsweredAnew(before, row))
      await tellAnswered(tx, row, {
        ticketId: row.ticket_id,
        userId: row.user_id,
        isOut: call.direction === 'out',
      });
    if (row.state !== 'ended') return;
    if (call.talks.length > 0) await recordings.ended(tx, row.id);
    await endConversation(tx, row, { seconds: talkSeconds(call), reason: endOf(call) });
  }

  async function endConversation(
    tx: Tx,
    { id, conversation_id: conversationId, ticket_id: ticketId }: PhoneRow,
    how: Pick<Extract<TicketEvent, { type: 'call_ended' }>, 'seconds' | 'reason'>,
  ): Promise<void> {
    const conversation = conversationId === null ? undefined : await conversations.lock(tx, conversationId);
    const event = { type: 'call_ended', call_id: id, ...how } as const;
    const ticket = ticketId === null ? undefined : await tickets.read(tx.q, ticketId);
    if (conversation)
      await conversations.end(tx, conversation, (ticket && enderOf(ticket, how.reason)) ?? SYSTEM, event);
  }

  async function tellAnswered(
    tx: Tx,
    row: PhoneRow,
    { ticketId, userId, isOut }: { ticketId: number; userId: number; isOut: boolean },
  ): Promise<void> {
    const ticket = await tickets.lock(tx, ticketId);
    if (!ticket) return;
    const event = { type: 'call_answered', call_id: row.id, user_id: userId } as const;
    await tickets.appendEvent(tx, ticketId, { event, author: SYSTEM });
    await tickets.answerFirst(tx, ticket, SYSTEM);
    const conversation =
      row.conversation_id === null ? undefined : await conversations.lock(tx, row.conversation_id);
    if (conversation) await conversations.handOver(tx, conversation, userId);
    // Who calls about somebody else's ticket does not take it from them.
    const isTheirs = ticket.assignee_id === userId || (isOut && ticket.assignee_id !== null);
    if (!isTheirs) await tickets.change(tx, ticket, { assignee_id: userId }, SYSTEM);
  }

  /** A record of a call that has become one with another ends there. */
  async function endOthers(tx: Tx, ids: readonly number[], into: PhoneRow | undefined): Promise<void> {
    for (const id of ids) {
      const other = await lock(tx, id);
      if (other.state === 'ended' || id === into?.id) continue;
      await store.endCall(tx.q, id, clock.now(), 'left');
      await endConversation(tx, other, { seconds: null, reason: 'left' });
    }
  }

  /** What somebody asked for on the screen goes on by what the gateway tells of it. */
  async function tellAsked(
    tx: Tx,
    { linked }: Entry,
    { record, ...told }: { call: PhoneCall; happened: readonly Happening[]; record: PhoneRow | undefined },
  ): Promise<void> {
    const [dial, escort] = [dialNameIn(linked), escortNameIn(linked)];
    if (dial !== undefined && record) await dials.follow(tx, { name: dial, ...told });
    if (escort !== undefined) await escorts.follow(tx, { name: escort, ...told });
  }

  /** How whose phone was used when that was last told, so that only changes are. */
  const lastUses = new Map<number, PhoneUse>();

  function emit(tx: Tx, event: PhoneEvent, owners: ReadonlyMap<string, number>): void {
    const rooms = event.extensions.filter(Boolean).flatMap((extension) => {
      const userId = owners.get(extension);
      return [`extension:${extension}`, ...(userId === undefined ? [] : [`user:${userId}`])];
    });
    if (rooms.length > 0)
      (tx.emit as (name: string, payload: object, rooms: string[]) => void)(event.name, event.payload, rooms);
  }

  return {
    /** Stores what was told of a call since the last time, and all that follows from it, at once or not at all. */
    async keep(gateway: GatewayRow, entry: Entry, fresh: readonly Happening[], uses: Uses): Promise<void> {
      const told = stateOf(entry);
      if (!told) return;
      const name = dialNameIn(entry.linked);
      const phones = phonesOf(told);
      let used: [number, PhoneUse][] = [];
      const row = await db.transaction(async (tx) => {
        const happened = [...entry.happened.values()];
        const call = name === undefined ? told : await dials.asAsked(tx, { name, call: told, happened });
        await store.insertHappenings(tx.q, gateway.id, fresh, clock.now());
        const events = fresh.map((happening) => (record?: PhoneRow) => eventOf(happening, call, record));
        const named = events.flatMap((event) => event()?.extensions ?? []);
        const owners = await store.listOwners(tx.q, [...new Set([...phones, ...named])]);
        const record =
          call.direction === 'internal' ? undefined : await keepRecord(tx, { gateway, entry, owners }, call);
        await tellAsked(tx, entry, { call, happened, record });
        await endOthers(tx, entry.others, record);
        for (const event of events) {
          const own = event(record);
          if (own) emit(tx, own, owners);
        }
        used = usesOf(phones, owners, uses).filter(([userId, use]) => lastUses.get(userId) !== use);
        const missed = new Set(
          record ? phones.flatMap((phone) => (hasMissed(call, phone) ? [owners.get(phone)] : [])) : [],
        );
        if (used.length > 0)
          await activity.follow(tx, new Map(used), { gateway, call_id: record?.id, missed });
        if (record) tx.afterCommit(() => notices.send('calls-changed', null));
        return record;
      });
      if (row) hasRecord(entry, row.id);
      for (const [userId, use] of used) lastUses.set(userId, use);
    },
  };
}

const usesOf = (
  phones: readonly string[],
  owners: ReadonlyMap<string, number>,
  uses: Uses,
): [number, PhoneUse][] =>
  phones.flatMap((phone) => {
    const userId = owners.get(phone);
    return userId === undefined ? [] : [[userId, uses(phone)] as [number, PhoneUse]];
  });

/** A caller who has come further than the menu has a case, and so has whom we have talked to. */
function needsCase(call: PhoneCall, before: PhoneRow | undefined): boolean {
  const { direction, queues, rings, talks } = call;
  if (before && before.ticket_id !== null) return false;
  return (
    talks.length > 0 ||
    hasMessage(call) ||
    wantsCallBack(call) ||
    (direction === 'in' && queues.length + rings.length > 0)
  );
}

type Answered = { answered_at: string | Date | null; user_id: number | null };

const isAnsweredAnew = (before: Answered | undefined, now: Answered): boolean =>
  now.answered_at !== null && (!before?.answered_at || before.user_id !== now.user_id);

const isForTicket = (
  before: PhoneRow,
  now: Answered & { state: PhoneRow['state'] },
  call: PhoneCall,
): boolean =>
  leavesSomething(call) ||
  (before.state !== 'ended' && (now.state === 'ended' || isAnsweredAnew(before, now)));

function stateFields(call: AskedCall) {
  const ended_at = call.ended === null ? null : new Date(call.ended);
  return {
    state: standingOf(call),
    answered_at: call.answered === null ? null : new Date(call.answered),
    ended_at,
    end_reason: ended_at && endOf(call),
  };
}

const phoneFields = (call: PhoneCall, gateway_id: number, linked: string[]) => {
  const { number, dialled, cause, menu, message, wish, queues, rings, talks, holds, transfers } = call;
  return {
    gateway_id,
    linked,
    number,
    dialled,
    cause,
    queue: queues.at(-1)?.queue ?? '',
    ivr_keypress: menu?.keypress ?? '',
    told: { menu, message, wish, queues, rings, talks, holds, transfers },
  };
};
