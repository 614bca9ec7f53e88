import type { CALL_ENDS } from '@trunkline/contract';
import type { PhoneCall, Span } from './call.ts';
import { handedOn } from './phone-call-state.ts';

/** Who hung up; `system`: the gateway, or a supervisor, or a line that broke. */
export type CallEnder = 'customer' | 'agent' | 'system';

/** What reports count of a call. */
export type CallFigures = {
  counted_at: Date;
  is_offered: boolean;
  waited_until: Date | null;
  first_queue: string;
  ended_by: CallEnder | null;
};

/** One of ours who talked, and whom they put on hold meanwhile. */
export type TalkLeg = Span & { leg: string; extension: string; holds: Span[]; isPassedOn: boolean };

/** Whoever has hung up does so just before the gateway ends all legs. */
const HANGS_UP_WITHIN_MS = 5000;
/** Of these the caller decided: they waited for nobody any more. */
const BY_CUSTOMER: readonly (typeof CALL_ENDS)[number][] = ['abandoned', 'message', 'call_back'];

/** Pure, as the rest of a call is: worked out anew whenever something is told. */
export function figuresOf(call: PhoneCall, reason: (typeof CALL_ENDS)[number]): CallFigures {
  const { queues, began } = call;
  return {
    counted_at: new Date(queues[0]?.from ?? reachedAt(call) ?? began),
    is_offered: isOffered(call),
    waited_until: dateOf(waitedUntil(call)),
    first_queue: queues[0]?.queue ?? '',
    ended_by: call.ended === null ? null : enderOf(call, call.ended, reason),
  };
}

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Past the menu: a queue, or somebody's phone. */
const isOffered = ({ direction, queues, rings, talks, phones }: PhoneCall): boolean =>
  direction === 'in' && queues.length + rings.length + talks.length + phones.length > 0;

/** Where a menu led straight to a phone. */
const reachedAt = (call: PhoneCall): number | null => (isOffered(call) ? (call.menu?.to ?? null) : null);

function waitedUntil({ answered, queues, ended }: PhoneCall): number | null {
  if (answered !== null) return answered;
  const ends = queues.map(({ to }) => to);
  // Whoever leaves a message, or hears why nobody answers, is in no queue any more.
  return ends.length > 0 && !ends.includes(null) ? Math.max(...ends.map((end) => end ?? 0)) : ended;
}

function enderOf({ hungUp }: PhoneCall, ended: number, reason: (typeof CALL_ENDS)[number]): CallEnder {
  if (BY_CUSTOMER.includes(reason)) return 'customer';
  if (!hungUp || ended - hungUp.at > HANGS_UP_WITHIN_MS) return 'system';
  return hungUp.isOutside ? 'customer' : 'agent';
}

/** Who of ours talked: a hold is theirs who pressed it, and a transfer theirs who talked last before it. */
export function legsOf(call: PhoneCall): TalkLeg[] {
  const { talks, holds } = call;
  const passed = new Set(
    handedOn(call).map(({ at, to }) =>
      talks.findLast(({ from, extension }) => from <= at && extension !== to),
    ),
  );
  // Moved from bridge to bridge, somebody may have heard the other side for no time at all.
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
