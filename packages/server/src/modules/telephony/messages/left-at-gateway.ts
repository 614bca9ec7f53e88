import { onOneLine } from '#platform/foreign-text';
import { AmiError } from '../ami/errors.ts';
import type { AmiSession } from '../ami/session.ts';
import { FROM_OUTSIDE, type Happening } from '../calls/happening.ts';

/** Where the dial plan notes what callers have left (deploy/asterisk/extensions.conf), in the gateway's own database. */
export const MESSAGES = 'trunkline-messages';
/** What stands there in place of a length. */
const CALL_BACK = 'call-back';
const TEXT_MAX = 255;

/** What a caller has left, as the gateway has noted it; `at`: when they had spoken. */
/** `ms`: for how long; null where they asked to be called back instead. */
export type LeftMessage = { leg: string; call: string; number: string; at: number; ms: number | null };

/** Those that nobody has fetched yet. */
export async function messagesAt({ list }: Pick<AmiSession, 'list'>): Promise<LeftMessage[]> {
  try {
    const entries = await list({ Action: 'DBGetTree', Family: MESSAGES });
    return entries.flatMap((entry) => read(entry.get('Key') ?? '', entry.get('Val') ?? ''));
  } catch (error) {
    // A gateway that cannot be asked that still tells of messages as they are left.
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

/** What it tells of its call; all that is known of one of which nobody has heard. Pure. */
export function happeningsOf({ leg: id, call, number, at, ms }: LeftMessage, isKnown: boolean): Happening[] {
  const about = { call, leg: { id, channel: '', context: FROM_OUTSIDE, number, name: '' } };
  const left: Happening =
    ms === null ? { ...about, kind: 'call-back-asked', at } : { ...about, kind: 'message-left', at, ms };
  if (isKnown) return [left];
  const began: Happening = {
    ...about,
    kind: 'began',
    dialled: '',
    isCaller: true,
    at: at - Math.max(0, ms ?? 0),
  };
  return [began, left, { ...about, kind: 'over', cause: 0, at }];
}
