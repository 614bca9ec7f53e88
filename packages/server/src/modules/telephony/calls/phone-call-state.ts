import type { PhoneCall, PhoneUse } from './call.ts';

export type PhoneCallState = 'ivr' | 'queue' | 'ringing' | 'connected' | 'ended';

const isOn = ({ to }: { to: number | null }): boolean => to === null;

/** The state of a call, in the terms of its record. Pure. */
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
  // After a transfer, until the next answer, it still counts as connected.
  if (answered !== null) return 'connected';
  return direction === 'out' ? 'ringing' : 'ivr';
}

/** The extension of the phone that has the call, or had it last. */
export const extensionOfCall = ({ talks, rings }: PhoneCall): string =>
  (talks.findLast(isOn) ?? rings.findLast(isOn) ?? talks.at(-1))?.extension ?? '';

/** Seconds from the first answer to the end of the last talk. Null if nobody answered. */
export function talkSeconds({ answered, talks }: PhoneCall): number | null {
  const last = talks.at(-1);
  if (answered === null || !last?.to) return null;
  return Math.round((last.to - answered) / 1000);
}

/** A page that is reloaded transfers its call to this code and its own number (deploy/asterisk/extensions.conf). */
const RETURN = /^\*8(\w+)$/;

/** The transfers to somebody else: not those by which a page comes back to its own call. */
export const transfersToOthers = ({ transfers }: Pick<PhoneCall, 'transfers'>): PhoneCall['transfers'] =>
  transfers.filter(({ to }) => !RETURN.test(to));

/** The phone whose page is being reloaded: it keeps the call until somebody else has it. */
function returningTo({ transfers, queues, talks }: PhoneCall): string | undefined {
  const last = transfers.at(-1);
  if (!last || [...queues, ...talks].some(({ from }) => from > last.at)) return undefined;
  return RETURN.exec(last.to)?.[1];
}

/** How this call uses a phone. */
export function phoneUse(call: PhoneCall, extension: string): PhoneUse {
  const uses = call.phones.filter((phone) => phone.extension === extension).map(({ use }) => use);
  if (call.ended !== null || uses.length === 0) return 'free';
  if (uses.includes('talks')) return 'talks';
  if (uses.includes('rings')) return 'rings';
  return returningTo(call) === extension ? 'talks' : 'free';
}

/**
 * Whether the phone was rung for the whole ring time of its queue: the queue reports no answer, and the gateway ended the leg.
 * A phone whose owner rejects ends its leg itself, with a cause.
 */
export const hasMissed = ({ phones, rings }: PhoneCall, extension: string): boolean => {
  const last = rings.findLast((ring) => ring.extension === extension);
  const phone = phones.find(({ legId }) => legId === last?.legId);
  return last?.outcome === 'no_answer' && phone?.endCause === 0;
};

/** Every phone that the call has rung or used. */
export const phonesOf = ({ phones, talks, rings }: PhoneCall): string[] => [
  ...new Set([...phones, ...rings, ...talks].map(({ extension }) => extension).filter(Boolean)),
];

/** The phones that rang in vain because another one was connected at this moment: not who rejected, or was rung too long. */
export function phonesRungInVain({ queues, rings }: PhoneCall, winner: string, at: number): string[] {
  const stay = queues.findLast(({ from }) => from <= at);
  if (!stay) return [];
  const others = rings.filter(
    ({ extension, from }) => extension !== winner && from >= stay.from && from <= at,
  );
  const last = new Map(others.map((ring) => [ring.extension, ring.outcome]));
  return [...last].flatMap(([extension, outcome]) =>
    outcome === 'ringing' || outcome === 'canceled' ? [extension] : [],
  );
}
