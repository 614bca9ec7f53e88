import type { CALL_ENDS, DialOutcome, DialState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { PhoneDials } from '#modules/calls';
import type { AmiMessage } from '../ami/message.ts';
import { outcomeAtOwnPhone, dialOutcome, PHONE_ANSWERED } from '../calls/dial-outcome.ts';
import type { PhoneCall } from '../calls/call.ts';
import type { GatewayCallEvent } from '../calls/gateway-call-event.ts';
import { createDialChanges, endReasonOfDial, type DialChanges, type DialDeps } from './dial-changes.ts';
import * as store from './dial-store.ts';
import type { DialRow } from './dial-store.ts';

/** Follows calls that users dialled on the screen, by what the gateway reports. */
export type DialEnds = {
  /** Registers a listener, called in the transaction in which such a call changes or ends. */
  onChange: PhoneDials['onChange'];
  /** Ends it as not reached, as far as we know; `isOnlyIf`: only while it is still in that state. */
  settle(callId: number, outcome: DialOutcome, when?: { isOnlyIf?: DialState }): Promise<void>;
  /** Applies an OriginateResponse; one that is not ours, or was applied before, changes nothing. */
  onOriginateResponse(message: AmiMessage): Promise<void>;
  /** The call as it was dialled: until the other side is called, the gateway only knows the user's own phone. */
  asDialled(tx: Tx, ended: EndedDial): Promise<CallWithEndReason>;
  /** Applies what the gateway reported about the call. Call with the call locked, and its record written. */
  applyEnd(tx: Tx, ended: EndedDial): Promise<void>;
};

type EndedDial = { name: string; call: PhoneCall; happened: readonly GatewayCallEvent[] };

/** `endReason`: the end of its record, where the dialled call knows more than the gateway's call. */
export type CallWithEndReason = PhoneCall & { endReason?: (typeof CALL_ENDS)[number] };

const NAME = /^trunkline-dial-[0-9a-f-]{36}$/;
/** Our name of the dialled call, among the Linkedids of a call. */
export const dialNameIn = (linked: Iterable<string>): string | undefined =>
  [...linked].find((name) => NAME.test(name));

/** Outcomes that are replaced when a clearer one is learned later. */
const VAGUE: readonly (DialOutcome | null)[] = ['unknown', 'phone_unreachable'];

/** Follows dialled calls by what the gateway reports, in whatever order. */
export function createDialEnds(deps: DialDeps): DialEnds {
  const { db, clock } = deps;
  const changes = createDialChanges(deps);
  const { lock, change, endRecord } = changes;

  return {
    onChange: changes.onChange,

    settle: (callId, outcome, { isOnlyIf } = {}) =>
      db.transaction(async (tx) => {
        const dial = await lock(tx, { call_id: callId });
        if (!dial || dial.state === 'ended' || (isOnlyIf && dial.state !== isOnlyIf)) return;
        await change(tx, dial, { state: 'ended', outcome });
        await endRecord(tx, dial, outcome);
      }),

    onOriginateResponse: (message) =>
      db.transaction(async (tx) => {
        const name = dialNameIn([message.get('ActionID') ?? '']);
        const dial = name === undefined ? undefined : await lock(tx, { name });
        if (dial && dial.reason === null) await respond(tx, changes, { dial, message, now: clock.now() });
      }),

    async asDialled(tx, { name, call, happened }) {
      const dial = await store.findDial(tx.q, { name });
      if (!dial) return call;
      const outcome = dialOutcome({ name, reason: dial.reason, call, happened });
      const asked = { direction: 'out', number: dial.number, dialled: dial.number } as const;
      return { ...call, ...asked, endReason: endReasonOfDial(outcome) };
    },

    async applyEnd(tx, { name, call, happened }) {
      const dial = await store.lockDial(tx.q, { name });
      if (!dial || (dial.state === 'ended' && !VAGUE.includes(dial.outcome))) return;
      if (call.ended === null) {
        const isNew = call.answered !== null && dial.state !== 'answered';
        if (isNew) await change(tx, dial, { state: 'answered', outcome: null });
        return;
      }
      const outcome = dialOutcome({ name, reason: dial.reason, call, happened });
      const isNew = dial.state !== 'ended' || (outcome !== dial.outcome && outcome !== 'unknown');
      if (isNew) await change(tx, dial, { state: 'ended', outcome });
    },
  };
}

/** Emits `originate-response-event` once: what happened at the user's own phone. */
async function respond(
  tx: Tx,
  { change, endRecord }: DialChanges,
  { dial, message, now }: { dial: DialRow; message: AmiMessage; now: Date },
): Promise<void> {
  const reason = Number(message.get('Reason') ?? 0);
  const isAnswered = reason === PHONE_ANSWERED;
  tx.emit('originate-response-event', payloadOf(dial, message, now), [
    `extension:${dial.extension}`,
    `user:${dial.user_id}`,
  ]);
  const isOver = dial.state === 'ended';
  if (isAnswered) {
    const state = dial.state === 'ringing_you' ? 'calling' : dial.state;
    return change(tx, dial, { state, outcome: dial.outcome, reason });
  }
  const outcome = isOver && dial.outcome !== 'unknown' ? dial.outcome : outcomeAtOwnPhone(reason);
  await change(tx, dial, { state: 'ended', outcome, reason });
  if (!isOver && outcome !== null) await endRecord(tx, dial, outcome);
}

function payloadOf(dial: DialRow, message: AmiMessage, now: Date) {
  const at = Number(message.get('Timestamp')) * 1000;
  const uniqueid = message.get('Uniqueid') ?? '';
  return {
    event: 'OriginateResponse',
    // A phone that did not answer has no Uniqueid there; its channel had the name that we gave it.
    uniqueid: uniqueid === '' || uniqueid === '<unknown>' ? dial.name : uniqueid,
    eventtime: (Number.isFinite(at) ? new Date(at) : now).toISOString(),
    call_id: dial.call_id,
    channel_agent: message.get('Channel') ?? '',
    ticket_id: dial.ticket_id,
    ticket_media_id: dial.media_id,
  } as const;
}
