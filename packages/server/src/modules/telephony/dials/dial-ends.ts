import type { CALL_ENDS, DialOutcome, DialState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { PhoneDials } from '#modules/calls';
import type { AmiMessage } from '../ami/message.ts';
import { atOwnPhone, dialOutcome, PHONE_ANSWERED } from '../calls/dial-outcome.ts';
import type { PhoneCall } from '../calls/call.ts';
import type { Happening } from '../calls/happening.ts';
import { createDialChanges, endReasonOf, type DialChanges, type DialDeps } from './dial-changes.ts';
import * as store from './dial-store.ts';
import type { DialRow } from './dial-store.ts';

/** How calls that were asked for go on and end, as the gateway tells. */
export type DialEnds = {
  /** Who wants to know, in the same transaction, that a call that was asked for goes on or has ended. */
  onChange: PhoneDials['onChange'];
  /** It has come to nothing, as far as we know; `isOnlyIf`: unless it has gone on meanwhile. */
  settle(callId: number, outcome: DialOutcome, when?: { isOnlyIf?: DialState }): Promise<void>;
  /** Takes an OriginateResponse; one of another's, or told again, is nothing. */
  take(message: AmiMessage): Promise<void>;
  /** The call as it was asked for: until the other side is called the gateway knows of one phone only. */
  asAsked(tx: Tx, ended: EndedDial): Promise<AskedCall>;
  /** What the gateway told of the call itself. Called with the call locked, and its record written. */
  follow(tx: Tx, ended: EndedDial): Promise<void>;
};

type EndedDial = { name: string; call: PhoneCall; happened: readonly Happening[] };

/** `endReason`: how its record ends, where whoever asked for the call is told more than the call itself says. */
export type AskedCall = PhoneCall & { endReason?: (typeof CALL_ENDS)[number] };

const NAME = /^trunkline-dial-[0-9a-f-]{36}$/;
/** The name of the call that was asked for, among all that the gateway calls a call. */
export const dialNameIn = (linked: Iterable<string>): string | undefined =>
  [...linked].find((name) => NAME.test(name));

/** Says least: what is learned later stands instead. */
const VAGUE: readonly (DialOutcome | null)[] = ['unknown', 'phone_unreachable'];

/** How calls that were asked for go on and end, by what the gateway tells, in whatever order. */
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

    take: (message) =>
      db.transaction(async (tx) => {
        const name = dialNameIn([message.get('ActionID') ?? '']);
        const dial = name === undefined ? undefined : await lock(tx, { name });
        if (dial && dial.reason === null) await respond(tx, changes, { dial, message, now: clock.now() });
      }),

    async asAsked(tx, { name, call, happened }) {
      const dial = await store.findDial(tx.q, { name });
      if (!dial) return call;
      const outcome = dialOutcome({ name, reason: dial.reason, call, happened });
      const asked = { direction: 'out', number: dial.number, dialled: dial.number } as const;
      return { ...call, ...asked, endReason: endReasonOf(outcome) };
    },

    async follow(tx, { name, call, happened }) {
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

/** `originate-response-event`, once: how the phone of whoever asked has taken it. */
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
  const outcome = isOver && dial.outcome !== 'unknown' ? dial.outcome : atOwnPhone(reason);
  await change(tx, dial, { state: 'ended', outcome, reason });
  if (!isOver && outcome !== null) await endRecord(tx, dial, outcome);
}

function payloadOf(dial: DialRow, message: AmiMessage, now: Date) {
  const at = Number(message.get('Timestamp')) * 1000;
  const uniqueid = message.get('Uniqueid') ?? '';
  return {
    event: 'OriginateResponse',
    // A phone that has not answered has no name there; its channel's was ours.
    uniqueid: uniqueid === '' || uniqueid === '<unknown>' ? dial.name : uniqueid,
    eventtime: (Number.isFinite(at) ? new Date(at) : now).toISOString(),
    call_id: dial.call_id,
    channel_agent: message.get('Channel') ?? '',
    ticket_id: dial.ticket_id,
    ticket_media_id: dial.media_id,
  } as const;
}
