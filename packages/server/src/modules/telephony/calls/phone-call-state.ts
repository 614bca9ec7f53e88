import type { PhoneCall, PhoneUse } from './call.ts';

export type PhoneCallState = 'ivr' | 'queue' | 'ringing' | 'connected' | 'ended';

const isOn = ({ to }: { to: number | null }): boolean => to === null;

/** How a call stands, in the words of its record. Pure. */
export function phoneCallState({
  ended,
  answered,
  direction,
  talks,
  rings,
  queues,
  menu,
}: PhoneCall): PhoneCallState {
  if (ended !== null) return 'ended';
  if (talks.some(isOn)) return 'connected';
  if (rings.some(isOn)) return 'ringing';
  if (queues.some(isOn)) return 'queue';
  if (menu && isOn(menu)) return 'ivr';
  // Between a transfer and the next answer it is still the call of whoever had it.
  if (answered !== null) return 'connected';
  return direction === 'out' ? 'ringing' : 'ivr';
}

/** Whose phone it is on now, or was on last. */
export const extensionOf = ({ talks, rings }: PhoneCall): string =>
  (talks.findLast(isOn) ?? rings.findLast(isOn) ?? talks.at(-1))?.extension ?? '';

/** Seconds of talk: from the first answer to the end of the last talk. Null where nobody answered. */
export function talkSeconds({ answered, talks }: PhoneCall): number | null {
  const last = talks.at(-1);
  if (answered === null || !last?.to) return null;
  return Math.round((last.to - answered) / 1000);
}

/** What a page that is loaded anew sends its call to: its own number is behind it (deploy/asterisk/extensions.conf). */
const RETURN = /^\*8(\w+)$/;

/** Handed on to somebody else: not where a page only comes back to its own call. */
export const handedOn = ({ transfers }: Pick<PhoneCall, 'transfers'>): PhoneCall['transfers'] =>
  transfers.filter(({ to }) => !RETURN.test(to));

/** The phone that the call waits for, since its page is loaded anew: it has the call until somebody else does. */
function returningTo({ transfers, queues, talks }: PhoneCall): string | undefined {
  const last = transfers.at(-1);
  if (!last || [...queues, ...talks].some(({ from }) => from > last.at)) return undefined;
  return RETURN.exec(last.to)?.[1];
}

/** What this call makes of a phone. */
export function phoneUse(call: PhoneCall, extension: string): PhoneUse {
  const uses = call.phones.filter((phone) => phone.extension === extension).map(({ use }) => use);
  if (call.ended !== null || uses.length === 0) return 'free';
  if (uses.includes('talks')) return 'talks';
  if (uses.includes('rings')) return 'rings';
  return returningTo(call) === extension ? 'talks' : 'free';
}

/**
 * Whether it was rung for the whole time that its queue rings somebody: the queue says that nobody answered, and it was the gateway
 * that ended the leg. A phone whose owner rejects ends it itself, with a cause.
 */
export const hasMissed = ({ phones, rings }: PhoneCall, extension: string): boolean => {
  const last = rings.findLast((ring) => ring.extension === extension);
  const phone = phones.find(({ legId }) => legId === last?.legId);
  return last?.outcome === 'no_answer' && phone?.endCause === 0;
};

/** Every phone that the call has rung or been on. */
export const phonesOf = ({ phones, talks, rings }: PhoneCall): string[] => [
  ...new Set([...phones, ...rings, ...talks].map(({ extension }) => extension).filter(Boolean)),
];
