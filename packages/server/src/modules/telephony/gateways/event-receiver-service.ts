import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { AmiMessage } from '../ami/message.ts';
import type { AmiSession } from '../ami/session.ts';
import * as store from '../records/call-store.ts';
import { readGatewayCallEvent, type GatewayCallEvent } from '../calls/gateway-call-event.ts';
import {
  createCallTracker,
  currentTrackedCall,
  trackedCallState,
  type TrackedCall,
} from '../calls/call-tracker.ts';
import { extensionsToNotify, readKey } from '../calls/pressed-key.ts';
import type { PhoneUse } from '../calls/call.ts';
import { phonesOf, phoneUse } from '../calls/phone-call-state.ts';
import type { DialEnds } from '../dials/dial-ends.ts';
import type { EscortEnds } from '../escorts/escort-ends.ts';
import type { GatewayRow } from './gateway-store.ts';
import { callEventsOfMessage, listLeftMessages } from '../messages/left-at-gateway.ts';
import type { LeftMessages } from '../messages/message-service.ts';
import type { PhoneCallRecords } from '../records/record-service.ts';
import { KEY_PRESSED_NOTICE, type KeyNotice } from '../realtime.ts';
import { missedCallEvents, gatewayStartTime } from './snapshot.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  records: PhoneCallRecords;
  messages: Pick<LeftMessages, 'fetchAgain'>;
  dials: Pick<DialEnds, 'onOriginateResponse'>;
  escorts: Pick<EscortEnds, 'onOriginateResponse'>;
};

const CONCURRENCY = 4;
/** Happenings that no screen shows are stored together with the next one, or after a moment. */
const CAN_WAIT: ReadonlySet<GatewayCallEvent['kind']> = new Set([
  'began',
  'ringing',
  'up',
  'dialled',
  'dial-ended',
  'unbridged',
  'unqueued',
  'menu-left',
]);
const MOMENT_MS = 150;
/** A call that has ended and had no events for this long is forgotten. */
const KEPT_MS = 10 * 60_000;
const FORGET_EVERY_MS = 60_000;
/** If the gateway's clock is off by more, its times are not used. */
const CLOCK_OFF_MS = 24 * 3_600_000;
/** Pauses between attempts while the database is unavailable; nothing is lost meanwhile. */
const RETRY_MS = [100, 500, 2000, 5000];
/** How often a call is tried that cannot be stored for another reason. */
const ATTEMPTS = 3;
/** SQLSTATE classes that may pass: connection lost, no resources, ended by an operator, deadlock. */
const PASSING = /^(?:08|40|53|57)/;

/** Receives the events of one gateway: computed in memory as they arrive, and stored call by call, one after the other. */
export async function createEventReceiver(deps: Deps, gateway: GatewayRow) {
  const { db, clock, log, notices, records, messages, dials, escorts } = deps;
  const ledger = createCallTracker();
  /** Calls to be stored now, calls that may wait for a moment, and calls that are being stored. */
  const dirty = new Set<TrackedCall>();
  const later = new Set<TrackedCall>();
  const running = new Map<TrackedCall, Promise<void>>();
  const responses = new Set<Promise<void>>();
  const byPhone = new Map<string, Map<TrackedCall, PhoneUse>>();
  let soon: NodeJS.Immediate | undefined;
  let inAMoment: NodeJS.Timeout | undefined;
  let isStopped = false;
  let bootedAt: number | null = null;

  remember(await store.listOpenCallEvents(db.q, gateway.id));

  /** Adds happenings that were stored before. */
  function remember(stored: Awaited<ReturnType<typeof store.listOpenCallEvents>>): void {
    for (const { id, happening } of stored) {
      const entry = ledger.add(happening, clock.now().getTime());
      if (!entry) continue;
      entry.callId = id;
      entry.fresh.pop();
      indexPhones(entry);
    }
  }

  /** Indexes calls by phone, so that the use of a phone is known without looking at all calls. */
  function indexPhones(entry: TrackedCall): void {
    const call = trackedCallState(entry);
    for (const phone of call ? phonesOf(call) : []) {
      const uses = byPhone.get(phone) ?? new Map<TrackedCall, PhoneUse>();
      byPhone.set(phone, uses);
      const use = call ? phoneUse(call, phone) : 'free';
      if (use === 'free') uses.delete(entry);
      else uses.set(entry, use);
    }
  }

  function useOfPhone(extension: string): PhoneUse {
    const all = [...(byPhone.get(extension) ?? [])].filter(([entry]) => entry.into === null);
    const uses = all.map(([, use]) => use);
    if (uses.includes('talks')) return 'talks';
    return uses.includes('rings') ? 'rings' : 'free';
  }

  function add(happening: GatewayCallEvent, { isOld = false } = {}): void {
    const now = clock.now().getTime();
    if (!isOld && Math.abs(happening.at - now) > CLOCK_OFF_MS) return;
    const entry = ledger.add(happening, now);
    if (!entry) return;
    if (CAN_WAIT.has(happening.kind)) {
      later.add(entry);
      inAMoment ??= setTimeout(flush, MOMENT_MS);
      return;
    }
    dirty.add(entry);
    // Events that arrive in one chunk are stored together.
    soon ??= setImmediate(wake);
  }

  function flush(): void {
    clearTimeout(inAMoment);
    inAMoment = undefined;
    for (const entry of later) dirty.add(entry);
    later.clear();
    wake();
  }

  /** Stores several calls at a time, each by one task at a time. */
  function wake(): void {
    clearImmediate(soon);
    soon = undefined;
    for (const one of dirty) {
      if (running.size >= CONCURRENCY) return;
      const entry = currentTrackedCall(one);
      if (running.has(entry)) continue;
      dirty.delete(one);
      const storing = storeEvents(entry).finally(() => {
        running.delete(entry);
        wake();
      });
      running.set(entry, storing);
    }
  }

  async function storeEvents(entry: TrackedCall): Promise<void> {
    const fresh = entry.fresh.splice(0);
    if (fresh.length === 0) return;
    const work = () => {
      indexPhones(entry);
      return records.applyCall(gateway, entry, fresh, useOfPhone);
    };
    await attempt(work, () => [...entry.linked]);
  }

  async function attempt(work: () => Promise<void>, linked: () => string[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work();
      } catch (error) {
        const isLast = isStopped || (failures + 1 >= ATTEMPTS && !isTransient(error));
        const what = { err: error, gateway: gateway.id, linked: linked() };
        if (isLast) return log.error(what, 'a call could not be stored');
        log.warn(what, 'a call could not be stored; trying again');
        const pause = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
        await new Promise((resolve) => void setTimeout(resolve, pause));
      }
    }
  }

  /** Applies an OriginateResponse: about the phone of a dialled call, which may have no leg. */
  function respond(message: AmiMessage): void {
    const storing = attempt(
      async () => {
        await dials.onOriginateResponse(message);
        await escorts.onOriginateResponse(message);
      },
      () => message.all('ActionID').slice(),
    ).finally(() => void responses.delete(storing));
    responses.add(storing);
  }

  /** Fetches messages that callers left while nobody was connected: the gateway keeps them until then. */
  async function fetchMessages(session: Pick<AmiSession, 'list'>): Promise<void> {
    for (const left of await listLeftMessages(session)) {
      remember(await store.listCallEvents(db.q, gateway.id, left.call));
      const isKnown = ledger.find(left.call) !== undefined;
      for (const happening of callEventsOfMessage(left, isKnown)) add(happening, { isOld: true });
      await messages.fetchAgain(gateway.id, left.call);
    }
  }

  /** Sends a pressed key to the screens. It is never stored, since it may belong to a card number or a PIN. */
  async function tellKey(message: AmiMessage): Promise<void> {
    const pressed = readKey(message);
    const entry = pressed && ledger.find(pressed.call);
    const call = entry && trackedCallState(entry);
    if (!pressed || !call) return;
    const owners = await store.listOwners(db.q, extensionsToNotify(pressed, call));
    if (owners.size === 0) return;
    const payload = { call_id: entry.callId, uniqueid: pressed.legId, key: pressed.key };
    notices.send(KEY_PRESSED_NOTICE, { user_ids: [...owners.values()], payload } satisfies KeyNotice);
  }

  const forgetting = setInterval(() => ledger.forget(clock.now().getTime() - KEPT_MS), FORGET_EVERY_MS);
  forgetting.unref();

  return {
    onEvent(message: AmiMessage): void {
      bootedAt = gatewayStartTime(message, clock.now().getTime()) ?? bootedAt;
      if (message.get('Event') === 'OriginateResponse') respond(message);
      const happening = readGatewayCallEvent(message);
      if (happening) add(happening);
      tellKey(message).catch((error: unknown) => log.warn({ err: error }, 'a key could not be told of'));
    },

    /** Adds what happened while nobody was connected, from the gateway's present state. */
    async catchUp(session: Pick<AmiSession, 'ask' | 'list'>, lostAt: number | null): Promise<void> {
      for (const happening of await missedCallEvents(session, ledger.all(), { lostAt, bootedAt }))
        add(happening);
      await fetchMessages(session);
    },

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(forgetting);
      flush();
      while (running.size + responses.size > 0) await Promise.all([...running.values(), ...responses]);
    },
  };
}

/** Whether the error may pass: the database is unavailable, or the connection to it. */
function isTransient(error: unknown): boolean {
  if (error instanceof AppError || error instanceof TypeError) return false;
  const { code } = error as { code?: unknown };
  const isSqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  return !isSqlState || PASSING.test(code);
}
