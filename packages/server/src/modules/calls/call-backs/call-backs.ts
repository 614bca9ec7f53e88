import type {
  requestVisitorCallBack,
  BodyOf,
  CallBack,
  callBackNow,
  rescheduleCallBack,
  scheduleCallBack,
  ResponseOf,
  Ticket,
  VisitorCallBack,
} from '@trunkline/contract';
import type { Viewer, Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Sender } from '#modules/conversations';
import type { CallRow } from '../lifecycle/call-store.ts';

/** A customer who asks for a call-back, and the ticket of the call that they waited in, if it is open. */
export type CallBackVisitor = { sender: Sender; ticket: Ticket | undefined };

/** A caller who waited in the queue too long and asks for a call-back: from which call, at which gateway. */
export type PhoneCallBackRequest = { ticket_id: number; gateway_id: number; call_id: number; number: string };

/** Call-backs that customers asked for after nobody answered: what they and the agents can do with them. */
export type CallBacks = {
  /**
   * A visitor of a site asks for one. `stopWaiting` tells who they are and ends the call that they wait in; it locks the
   * visitor, so that two requests at once make one call-back.
   */
  ask: (
    visitor: Visitor,
    body: BodyOf<typeof requestVisitorCallBack>,
    stopWaiting: (tx: Tx) => Promise<CallBackVisitor>,
  ) => Promise<VisitorCallBack>;
  /**
   * The same for a caller on the telephone. Call with the ticket locked; a second request for the same call or number changes
   * nothing.
   */
  askByPhone: (tx: Tx, wish: PhoneCallBackRequest) => Promise<void>;
  current: (visitor: Visitor) => Promise<VisitorCallBack | null>;
  cancel: (visitor: Visitor) => Promise<VisitorCallBack | null>;
  /** The customer accepts or declines when their widget rings. Call with the call locked. */
  answer: (tx: Tx, visitor: Visitor, answer: { call: CallRow; accept: boolean }) => Promise<void>;
  /** Whether it rings at the customer: from the agent's pick-up until they join or decline. */
  isCalling: (call: CallRow) => Promise<boolean>;
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<CallBack[]>;
  cancelFor: (viewer: Viewer, id: number) => Promise<CallBack>;
  promise: (viewer: Viewer, ticketId: number, body: BodyOf<typeof scheduleCallBack>) => Promise<CallBack>;
  move: (viewer: Viewer, id: number, body: BodyOf<typeof rescheduleCallBack>) => Promise<CallBack>;
  /** An agent calls before the due time, or after it was given up. */
  callNow: (viewer: Viewer, id: number) => Promise<ResponseOf<typeof callBackNow>>;
  /** Rings call-backs that are due, and stops those that have rung long enough. May be called at any time and twice. */
  look: () => Promise<void>;
};
