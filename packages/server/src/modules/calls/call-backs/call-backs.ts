import type {
  askCallBack,
  BodyOf,
  CallBack,
  callBackNow,
  moveCallBack,
  promiseCallBack,
  ResponseOf,
  Ticket,
  VisitorCallBack,
} from '@trunkline/contract';
import type { Viewer, Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Sender } from '#modules/conversations';
import type { CallRow } from '../lifecycle/call-store.ts';

/** Who asks to be called, with the ticket of the call that they waited in, while it is open. */
export type AskingVisitor = { sender: Sender; ticket: Ticket | undefined };

/** Who waited on the line too long and wants to be called instead: out of which call, at which gateway. */
export type PhoneWish = { ticket_id: number; gateway_id: number; call_id: number; number: string };

/** Customers who were not answered and asked to be called: what they, and what the desk, can do about it. */
export type CallBacks = {
  /**
   * A visitor of a site asks. `stopWaiting` says who they are and ends the call that they wait in; it locks the visitor, so
   * that the same wish sent twice is seen.
   */
  ask: (
    visitor: Visitor,
    body: BodyOf<typeof askCallBack>,
    stopWaiting: (tx: Tx) => Promise<AskingVisitor>,
  ) => Promise<VisitorCallBack>;
  /** The same, of who waited on the line. The ticket is locked; told twice, or by the same number, it is one. */
  askByPhone: (tx: Tx, wish: PhoneWish) => Promise<void>;
  current: (visitor: Visitor) => Promise<VisitorCallBack | null>;
  cancel: (visitor: Visitor) => Promise<VisitorCallBack | null>;
  /** Their widget rings: they come, or it does not suit them. The call is theirs, and locked. */
  answer: (tx: Tx, visitor: Visitor, answer: { call: CallRow; accept: boolean }) => Promise<void>;
  /** Whether it rings at its customer: from the pick-up until they come or say no. */
  isCalling: (call: CallRow) => Promise<boolean>;
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<CallBack[]>;
  cancelFor: (viewer: Viewer, id: number) => Promise<CallBack>;
  promise: (viewer: Viewer, ticketId: number, body: BodyOf<typeof promiseCallBack>) => Promise<CallBack>;
  move: (viewer: Viewer, id: number, body: BodyOf<typeof moveCallBack>) => Promise<CallBack>;
  /** An agent calls before it is time, or where it was given up. */
  callNow: (viewer: Viewer, id: number) => Promise<ResponseOf<typeof callBackNow>>;
  /** Rings what is due, and lets rest what has rung long enough. Harmless at any time and twice. */
  look: () => Promise<void>;
};
