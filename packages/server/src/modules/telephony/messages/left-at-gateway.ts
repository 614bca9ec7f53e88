import { onOneLine } from '#platform/foreign-text';
import { AmiError } from '../ami/errors.ts';
import type { AmiSession } from '../ami/session.ts';
import { OUTSIDE_CONTEXT, type GatewayCallEvent } from '../calls/gateway-call-event.ts';

/** The family of the gateway's database in which the dial plan notes messages of callers (deploy/asterisk/extensions.conf). */
export const MESSAGES_FAMILY = 'trunkline-messages';
/** Stored instead of a length when the caller asked to be called back. */
const CALL_BACK = 'call-back';
const TEXT_MAX = 255;

/** A message as the gateway has noted it. `at`: when it ended. */
/** `ms`: its length; null where they asked to be called back instead. */
export type LeftMessage = { leg: string; call: string; number: string; at: number; ms: number | null };

/** The messages that were not fetched yet. */
export async function listLeftMessages({ list }: Pick<AmiSession, 'list'>): Promise<LeftMessage[]> {
  try {
    const entries = await list({ Action: 'DBGetTree', Family: MESSAGES_FAMILY });
    return entries.flatMap((entry) => read(entry.get('Key') ?? '', entry.get('Val') ?? ''));
  } catch (error) {
    // A gateway that does not allow this query still reports new messages by events.
    if (error instanceof AmiError && error.errorCode === 'failed') return [];
    throw error;
  }
}

function read(key: string, value: string): LeftMessage[] {
  const [at, ms, call = '', ...number] = onOneLine(value, TEXT_MAX).split('|');
  const leg = key.split('/').at(-1) ?? '';
  const left = {
    leg,
    call,
    number: number.join('|'),
    at: Number(at),
    ms: ms === CALL_BACK ? null : Number(ms) || 0,
  };
  return leg !== '' && call !== '' && left.at > 0 ? [left] : [];
}

/** The happenings that follow from a message; for a call that is not known, also its beginning and end. Pure. */
export function callEventsOfMessage(
  { leg: id, call, number, at, ms }: LeftMessage,
  isKnown: boolean,
): GatewayCallEvent[] {
  const about = { call, leg: { id, channel: '', context: OUTSIDE_CONTEXT, number, name: '' } };
  const left: GatewayCallEvent =
    ms === null ? { ...about, kind: 'call-back-asked', at } : { ...about, kind: 'message-left', at, ms };
  if (isKnown) return [left];
  const began: GatewayCallEvent = {
    ...about,
    kind: 'began',
    dialled: '',
    isCaller: true,
    at: at - Math.max(0, ms ?? 0),
  };
  return [began, left, { ...about, kind: 'over', cause: 0, at }];
}
