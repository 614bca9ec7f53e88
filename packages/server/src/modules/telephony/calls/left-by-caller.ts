import { toDialableNumber } from '@trunkline/contract';
import type { GatewayCallEvent } from './gateway-call-event.ts';

export type LeftByCaller = {
  /** A message that the caller has left, and when it ended. */
  message: { at: number; ms: number } | null;
  /** When the caller asked to be called back. */
  wish: { at: number } | null;
};

type LeftEvent = Extract<GatewayCallEvent, { kind: 'message-left' | 'call-back-asked' }>;

/** A shorter message is silence, or a caller who hung up at once. */
const MESSAGE_MIN_MS = 2000;

/** Applies a message or call-back request of a caller who reached nobody. */
export function applyLeftByCaller(call: LeftByCaller, happening: LeftEvent): void {
  const { at } = happening;
  if (happening.kind === 'message-left') call.message = { at, ms: happening.ms };
  else call.wish = { at };
}

export const hasMessage = ({ message }: Pick<LeftByCaller, 'message'>): boolean =>
  message !== null && message.ms >= MESSAGE_MIN_MS;

/** Whether the caller asked for a call-back, and their number is shown. */
export const wantsCallBack = ({ wish, number }: Pick<LeftByCaller, 'wish'> & { number: string }): boolean =>
  wish !== null && toDialableNumber(number) !== null;

/** Whether there is a message or request at the gateway that has to be fetched. */
export const hasLeftSomething = ({ message, wish }: LeftByCaller): boolean =>
  message !== null || wish !== null;
