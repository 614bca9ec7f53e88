import { dialable } from '@trunkline/contract';
import type { Happening } from './happening.ts';

export type LeftBehind = {
  /** What the caller has said to nobody, and when that ended. */
  message: { at: number; ms: number } | null;
  /** When the caller asked to be called back instead. */
  wish: { at: number } | null;
};

type Left = Extract<Happening, { kind: 'message-left' | 'call-back-asked' }>;

/** Whoever is silent, or hangs up at once, has left no message. */
const MESSAGE_MIN_MS = 2000;

/** What a caller who reached nobody has left. */
export function takeLeft(call: LeftBehind, happening: Left): void {
  const { at } = happening;
  if (happening.kind === 'message-left') call.message = { at, ms: happening.ms };
  else call.wish = { at };
}

export const hasMessage = ({ message }: Pick<LeftBehind, 'message'>): boolean =>
  message !== null && message.ms >= MESSAGE_MIN_MS;

/** Nobody can be called whose number is not shown. */
export const wantsCallBack = ({ wish, number }: Pick<LeftBehind, 'wish'> & { number: string }): boolean =>
  wish !== null && dialable(number) !== null;

/** What lies at the gateway until it was taken from there. */
export const leavesSomething = ({ message, wish }: LeftBehind): boolean => message !== null || wish !== null;
