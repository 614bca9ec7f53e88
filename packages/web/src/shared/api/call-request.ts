import type { CallKind } from '@trunkline/contract';
import { createStore } from '../lib/store.ts';

/** A call that a button on some screen asks for; the calls feature, which follows this store, starts it. */
export type CallRequest =
  | { ticketId: number; kind: CallKind; key: string }
  /** The call-back that the customer had asked for. */
  | { callBackId: number };

export const callRequest = createStore<CallRequest | null>(null);

/** Starts a call-back now, before its time or after it was missed. */
export function requestCallBack(callBackId: number): void {
  callRequest.set({ callBackId });
}

/** Starts a call with the customer of a ticket. The key identifies this press, so that a request sent twice makes one call. */
export function requestCall(ticketId: number, kind: CallKind): void {
  callRequest.set({ ticketId, kind, key: `call-${Date.now()}-${Math.random().toString(36).slice(2, 10)}` });
}
