import type { CALL_ENDS } from '@trunkline/contract';
import type { PhoneCall, GatewaySpan } from './call.ts';
import { transfersToOthers } from './phone-call-state.ts';

/** Who hung up; `system`: the gateway, a supervisor, or a broken connection. */
export type CallEnder = 'customer' | 'agent' | 'system';

/** The figures of a call for reports. */
export type CallFigures = {
  counted_at: Date;
  is_offered: boolean;
  waited_until: Date | null;
  first_queue: string;
  ended_by: CallEnder | null;
};

/** A talk of one of our phones, and the holds during it. */
export type TalkLeg = GatewaySpan & {
  leg: string;
  extension: string;
  holds: GatewaySpan[];
  isPassedOn: boolean;
};

/** A hang-up this shortly before the end is what ended the call. */
const HANGS_UP_WITHIN_MS = 5000;
/** Ends that the caller caused, by not waiting any longer. */
const BY_CUSTOMER: readonly (typeof CALL_ENDS)[number][] = ['abandoned', 'message', 'call_back'];

/** Computes the figures from the call, again after every happening. Pure. */
export function figuresOf(call: PhoneCall, reason: (typeof CALL_ENDS)[number]): CallFigures {
  const { queues, began } = call;
  return {
    counted_at: new Date(queues[0]?.from ?? reachedAt(call) ?? began),
    is_offered: isOffered(call),
    waited_until: dateOf(waitedUntil(call)),
    first_queue: queues[0]?.queue ?? '',
    ended_by: call.ended === null ? null : endedBy(call, call.ended, reason),
  };
}

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Whether a call got past the menu: into a queue, or to a phone. */
const isOffered = ({ direction, queues, rings, talks, phones }: PhoneCall): boolean =>
  direction === 'in' && queues.length + rings.length + talks.length + phones.length > 0;

/** When the menu led directly to a phone. */
const reachedAt = (call: PhoneCall): number | null => (isOffered(call) ? (call.menu?.to ?? null) : null);

function waitedUntil({ answered, queues, ended }: PhoneCall): number | null {
  if (answered !== null) return answered;
  const ends = queues.map(({ to }) => to);
  // Leaving a message, or hearing an announcement, no longer counts as waiting.
  return ends.length > 0 && !ends.includes(null) ? Math.max(...ends.map((end) => end ?? 0)) : ended;
}

function endedBy({ hungUp }: PhoneCall, ended: number, reason: (typeof CALL_ENDS)[number]): CallEnder {
  if (BY_CUSTOMER.includes(reason)) return 'customer';
  if (!hungUp || ended - hungUp.at > HANGS_UP_WITHIN_MS) return 'system';
  return hungUp.isOutside ? 'customer' : 'agent';
}

/** Our phones that talked: a hold belongs to the one who pressed it, and a transfer to the one who talked last before it. */
export function legsOf(call: PhoneCall): TalkLeg[] {
  const { talks, holds } = call;
  const passed = new Set(
    transfersToOthers(call).map(({ at, to }) =>
      talks.findLast(({ from, extension }) => from <= at && extension !== to),
    ),
  );
  // A leg that is moved between bridges may have talks of no length.
  const heard = talks.filter(({ from, to }) => to === null || to > from);
  return heard.map((talk) => ({
    leg: talk.legId,
    extension: talk.extension,
    from: talk.from,
    to: talk.to,
    holds: holds.filter(({ legId, from, to }) => legId === talk.legId && (to === null || to > from)),
    isPassedOn: passed.has(talk),
  }));
}
