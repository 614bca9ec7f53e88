import type { CallKind } from '@trunkline/contract';
import { createStore } from '../lib/store.ts';

/** Somebody pressed "Call" on a ticket. The part of the screen that makes calls takes it from here. */
export type CallRequest =
  | { ticketId: number; kind: CallKind; key: string }
  /** The customer had asked for it. */
  | { callBackId: number };

export const callRequest = createStore<CallRequest | null>(null);

/** Asks for the call that a customer wants, before its time or after it was missed. */
export function requestCallBack(callBackId: number): void {
  callRequest.set({ callBackId });
}

/** Asks for a call with the customer of a ticket; each press is one call, however often it is sent. */
export function requestCall(ticketId: number, kind: CallKind): void {
  callRequest.set({ ticketId, kind, key: `call-${Date.now()}-${Math.random().toString(36).slice(2, 10)}` });
}
