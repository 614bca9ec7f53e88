import { Media } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Blocking } from '#modules/conversations';
import type { CallRecords, RecordState } from '#modules/calls';
import { SYSTEM } from '#modules/tickets';
import type { PhoneActivity } from '../activity-service.ts';
import type { Callers } from './caller-service.ts';
import * as store from './call-store.ts';
import type { PhoneCallRow } from './call-store.ts';
import type { PhoneCall, PhoneUse } from '../calls/call.ts';
import type { GatewayCallEvent } from '../calls/gateway-call-event.ts';
import { hasMessage, hasLeftSomething, wantsCallBack } from '../calls/left-by-caller.ts';
import { hasRecord, trackedCallState, type TrackedCall } from '../calls/call-tracker.ts';
import { figuresOf, legsOf } from '../calls/figures.ts';
import {
  extensionOfCall,
  hasMissed,
  phonesOf,
  phoneCallState,
  talkSeconds,
} from '../calls/phone-call-state.ts';
import { dialNameIn, type CallWithEndReason, type DialEnds } from '../dials/dial-ends.ts';
import { escortNameIn, type EscortEnds } from '../escorts/escort-ends.ts';
import { phoneOwnerEventOf, ringTakenEventOf, type PhoneOwnerEvent } from './events.ts';
import type { LeftMessages } from '../messages/message-service.ts';
import type { PhoneRecordings } from '../recordings/recording-service.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import { callEndReasonOf } from './record-ends.ts';

/** Applies the gateway's calls: to their records, tickets, agents and screens. */
export type PhoneCallRecords = {
  /** Stores the new happenings of a call and everything that follows from them, in one transaction. */
  applyCall(
    gateway: GatewayRow,
    entry: TrackedCall,
    fresh: readonly GatewayCallEvent[],
    uses: PhoneUseOf,
  ): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  records: CallRecords;
  callers: Callers;
  activity: PhoneActivity;
  dials: Pick<DialEnds, 'asDialled' | 'applyEnd'>;
  escorts: Pick<EscortEnds, 'applyEnd'>;
  recordings: Pick<PhoneRecordings, 'ended'>;
  messages: Pick<LeftMessages, 'left'>;
  blocking: Pick<Blocking, 'refuse'>;
  /** Ends these legs of a call at the gateway. */
  hangUp: (gateway: GatewayRow, legs: readonly string[]) => void;
};
/** How a phone is used, over all calls. */
type PhoneUseOf = (extension: string) => PhoneUse;

export function createPhoneCallRecords({
  db,
  clock,
  notices,
  records,
  callers,
  activity,
  dials,
  escorts,
  recordings,
  messages,
  blocking,
  hangUp,
}: Deps): PhoneCallRecords {
  async function find(tx: Tx, gateway: GatewayRow, entry: TrackedCall): Promise<PhoneCallRow | undefined> {
    if (entry.callId !== null) return records.find(tx.q, entry.callId);
    const [known] = await store.listCallsByLinkedIds(tx.q, gateway.id, [...entry.linked]);
    return known;
  }

  async function keepRecord(
    tx: Tx,
    {
      gateway,
      entry,
      owners,
      before,
    }: {
      gateway: GatewayRow;
      entry: TrackedCall;
      owners: ReadonlyMap<string, number>;
      before: PhoneCallRow | undefined;
    },
    call: CallWithEndReason,
  ): Promise<PhoneCallRow> {
    const user_id = owners.get(extensionOfCall(call)) ?? before?.user_id ?? null;
    const state = { ...stateFields(call), user_id };
    // Most happenings only change the record: the ticket is locked only if it changes too.
    if (before && isForTicket(before, state, call)) await records.lock(tx, before.id);
    const isCase = needsCase(call, before) && !(await isRefused(tx, { gateway, entry, call }));
    const begun = isCase ? await beginCase(tx, gateway, call, before) : undefined;
    const all = { ...state, ...begun?.owner };
    const phone = phoneFields(call, gateway.id, [...entry.linked]);
    const row = before ? await records.update(tx.q, before.id, all) : await insert(tx, call, all);
    await (before ? store.updatePhoneCall : store.insertPhoneCall)(tx.q, row.id, phone);
    await store.putLegs(tx.q, row.id, legsOf(call), owners);
    if (begun) await records.started(tx, row, begun.author);
    await messages.left(tx, { gateway, row, call });
    await tellTicket(tx, call, before, row);
    return row;
  }

  /** Whether a blocked number calls: it gets no ticket, and the gateway hangs up. */
  async function isRefused(
    tx: Tx,
    { gateway, entry, call }: { gateway: GatewayRow; entry: TrackedCall; call: PhoneCall },
  ): Promise<boolean> {
    if (call.direction !== 'in') return false;
    const what = { mediaId: Media.voiceCall, body: '', key: `call:${gateway.id}:${call.id}` };
    if (!(await blocking.refuse(tx, { phone: call.number }, what))) return false;
    tx.afterCommit(() => hangUp(gateway, [...entry.linked]));
    return true;
  }

  async function beginCase(
    tx: Tx,
    gateway: GatewayRow,
    { number, name, id, direction }: PhoneCall,
    before: PhoneCallRow | undefined,
  ) {
    const customerId = before?.customer_id ?? null;
    const { owner, author } = await callers.begin(tx, gateway, { number, name, linked: id, customerId });
    return { owner, author: direction === 'in' ? author : SYSTEM };
  }

  function insert(tx: Tx, call: PhoneCall, state: RecordState): Promise<PhoneCallRow> {
    return records.insert(tx.q, {
      ...state,
      direction: call.direction === 'in' ? 'inbound' : 'outbound',
      media_id: Media.voiceCall,
      kind: 'voice',
      started_at: new Date(call.began),
    });
  }

  /** Writes on the time line who has picked up, and how the call ended. */
  async function tellTicket(
    tx: Tx,
    call: CallWithEndReason,
    before: PhoneCallRow | undefined,
    row: PhoneCallRow,
  ): Promise<void> {
    if (row.ticket_id === null || before?.state === 'ended') return;
    if (row.user_id !== null && isAnsweredAnew(before, row))
      await records.answered(tx, row, { userId: row.user_id, isOut: call.direction === 'out' });
    if (row.state !== 'ended') return;
    if (call.talks.length > 0) await recordings.ended(tx, row.id);
    await records.ended(tx, row, { seconds: talkSeconds(call), reason: callEndReasonOf(call) });
  }

  /** Ends the records of calls that were merged into another. */
  async function endOthers(tx: Tx, ids: readonly number[], into: PhoneCallRow | undefined): Promise<void> {
    for (const id of ids) {
      const other = await records.lock(tx, id);
      if (other.state === 'ended' || id === into?.id) continue;
      await records.update(tx.q, id, { state: 'ended', ended_at: clock.now(), end_reason: 'left' });
      await store.deleteLegs(tx.q, id);
      await records.ended(tx, other, { seconds: null, reason: 'left' });
    }
  }

  /** Updates dialled calls and escorts by what the gateway reports about them. */
  async function updateAsked(
    tx: Tx,
    { linked }: TrackedCall,
    {
      record,
      ...update
    }: { call: PhoneCall; happened: readonly GatewayCallEvent[]; record: PhoneCallRow | undefined },
  ): Promise<void> {
    const [dial, escort] = [dialNameIn(linked), escortNameIn(linked)];
    if (dial !== undefined && record) await dials.applyEnd(tx, { name: dial, ...update });
    if (escort !== undefined) await escorts.applyEnd(tx, { name: escort, ...update });
  }

  /** The use of each phone when it was last applied, so that only changes are. */
  const lastUses = new Map<number, PhoneUse>();
  /** By user: the record of the call that they have talked in last since their phone was free. A consultation may end after it. */
  const lastTalks = new Map<number, number>();

  function emit(tx: Tx, event: PhoneOwnerEvent, owners: ReadonlyMap<string, number>): void {
    const rooms = event.extensions.filter(Boolean).flatMap((extension) => {
      const userId = owners.get(extension);
      return [`extension:${extension}`, ...(userId === undefined ? [] : [`user:${userId}`])];
    });
    if (rooms.length > 0)
      (tx.emit as (name: string, payload: object, rooms: string[]) => void)(event.name, event.payload, rooms);
  }

  /** Tells those whose phones rang in vain who has answered. */
  async function emitTaken(
    tx: Tx,
    fresh: readonly GatewayCallEvent[],
    { call, callId, owners }: { call: PhoneCall; callId: number | null; owners: ReadonlyMap<string, number> },
  ): Promise<void> {
    for (const happening of fresh) {
      const event = ringTakenEventOf(happening, call, callId);
      if (!event) continue;
      const winner = owners.get(event.payload.taken_by);
      const name = winner === undefined ? undefined : await store.findUserName(tx.q, winner);
      const payload = { ...event.payload, taken_by: name ?? event.payload.taken_by };
      emit(tx, { ...event, payload }, owners);
    }
  }

  return {
    async applyCall(gateway, entry, fresh, uses) {
      const state = trackedCallState(entry);
      if (!state) return;
      const name = dialNameIn(entry.linked);
      const phones = phonesOf(state);
      let used: [number, PhoneUse][] = [];
      const row = await db.transaction(async (tx) => {
        const happened = [...entry.happened.values()];
        const call = name === undefined ? state : await dials.asDialled(tx, { name, call: state, happened });
        const events = fresh.map(
          (happening) => (record?: PhoneCallRow) => phoneOwnerEventOf(happening, call, record),
        );
        const named = events.flatMap((event) => event()?.extensions ?? []);
        const hasOwnRecord = call.direction !== 'internal';
        await store.insertCallEvents(tx.q, gateway.id, fresh, clock.now());
        const [owners, before] = await Promise.all([
          store.listOwners(tx.q, [...new Set([...phones, ...named])]),
          hasOwnRecord ? find(tx, gateway, entry) : undefined,
        ]);
        const place = { gateway, entry, owners, before };
        const record = hasOwnRecord ? await keepRecord(tx, place, call) : undefined;
        await updateAsked(tx, entry, { call, happened, record });
        await endOthers(tx, entry.others, record);
        for (const event of events) {
          const own = event(record);
          if (own) emit(tx, own, owners);
        }
        await emitTaken(tx, fresh, { call, callId: record?.id ?? null, owners });
        used = usesOf(phones, owners, uses).filter(([userId, use]) => lastUses.get(userId) !== use);
        const missed = new Set(
          record ? phones.flatMap((phone) => (hasMissed(call, phone) ? [owners.get(phone)] : [])) : [],
        );
        if (record) for (const userId of talkersOf(call, owners)) lastTalks.set(userId, record.id);
        const callOf = (userId: number) => record?.id ?? lastTalks.get(userId);
        if (used.length > 0) await activity.applyPhoneUse(tx, new Map(used), { gateway, callOf, missed });
        if (record) tx.afterCommit(() => notices.send('calls-changed', null));
        return record;
      });
      if (row) hasRecord(entry, row.id);
      for (const [userId, use] of used) {
        lastUses.set(userId, use);
        if (use === 'free') lastTalks.delete(userId);
      }
    },
  };
}

const talkersOf = ({ talks }: PhoneCall, owners: ReadonlyMap<string, number>): number[] =>
  talks.flatMap(({ extension, to }) => (to === null ? (owners.get(extension) ?? []) : []));

const usesOf = (
  phones: readonly string[],
  owners: ReadonlyMap<string, number>,
  uses: PhoneUseOf,
): [number, PhoneUse][] =>
  phones.flatMap((phone) => {
    const userId = owners.get(phone);
    return userId === undefined ? [] : [[userId, uses(phone)] as [number, PhoneUse]];
  });

/** Whether the call needs a ticket: when a caller got past the menu, or we have talked to the other side. */
function needsCase(call: PhoneCall, before: PhoneCallRow | undefined): boolean {
  const { direction, queues, rings, talks } = call;
  if (before && before.ticket_id !== null) return false;
  return (
    talks.length > 0 ||
    hasMessage(call) ||
    wantsCallBack(call) ||
    (direction === 'in' && queues.length + rings.length > 0)
  );
}

type AnsweredCall = { answered_at: string | Date | null; user_id: number | null };

const isAnsweredAnew = (before: AnsweredCall | undefined, now: AnsweredCall): boolean =>
  now.answered_at !== null && (!before?.answered_at || before.user_id !== now.user_id);

const isForTicket = (
  before: PhoneCallRow,
  now: AnsweredCall & { state: PhoneCallRow['state'] },
  call: PhoneCall,
): boolean =>
  hasLeftSomething(call) ||
  (before.state !== 'ended' && (now.state === 'ended' || isAnsweredAnew(before, now)));

function stateFields(call: CallWithEndReason) {
  const ended_at = call.ended === null ? null : new Date(call.ended);
  return {
    state: phoneCallState(call),
    answered_at: call.answered === null ? null : new Date(call.answered),
    ended_at,
    end_reason: ended_at && callEndReasonOf(call),
  };
}

const phoneFields = (call: CallWithEndReason, gateway_id: number, linked: string[]) => {
  const { number, dialled, cause, menu, message, wish, queues, rings, talks, holds, transfers } = call;
  return {
    gateway_id,
    linked,
    number,
    dialled,
    cause,
    queue: queues.at(-1)?.queue ?? '',
    ivr_keypress: menu?.keypress ?? '',
    ...figuresOf(call, callEndReasonOf(call)),
    told: { menu, message, wish, queues, rings, talks, holds, transfers },
  };
};
