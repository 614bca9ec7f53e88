import type {
  CALL_ENDS,
  CallKind,
  CallRating,
  JoinCredentials,
  MediaId,
  GuestCallState,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Author } from '#modules/tickets';
import type { CallAgentRow } from '../transfers/move-store.ts';
import type { CallStart, CallToOpen } from './call-start.ts';
import type { CallLookup, CallPersonRow, CallRow, NewCallPerson } from './call-store.ts';
import type { CallListener } from './call-listener.ts';

/** Everybody in a call (customers, guests and our people), as its carrier sees them join and leave. */
export type CallPeople = {
  /** Notes that somebody joined; changes nothing when they are in already, because reports may come twice. */
  came: (q: Query, callId: number, person: NewCallPerson, now: Date) => Promise<void>;
  /** Notes that somebody left; `identity` null means everybody. */
  left: (q: Query, callId: number, identity: string | null, now: Date) => Promise<void>;
  /** Everybody who was ever in a call. */
  list: (q: Query, callId: number) => Promise<CallPersonRow[]>;
  /** The last time that somebody was in a call. */
  find: (q: Query, callId: number, identity: string) => Promise<CallPersonRow | undefined>;
};

/** Our people in a call: those who have picked up or were invited, and have not left. */
export type CallAgents = {
  /** In the order in which they joined. */
  list: (q: Query, callId: number) => Promise<CallAgentRow[]>;
  find: (q: Query, callId: number, userId: number) => Promise<CallAgentRow | undefined>;
};

/** The state of every call that is offered and transferred here, and how it changes. */
export type CallLifecycle = {
  find: (q: Query, by: CallLookup) => Promise<CallRow | undefined>;
  /** The call of this key, or the visitor's last one. A call-back counts only once an agent has picked it up. */
  findOfVisitor: (q: Query, visitorId: number, key?: string) => Promise<CallRow | undefined>;
  /** All calls that have not ended. */
  listOn: (q: Query) => Promise<CallRow[]>;
  people: CallPeople;
  agents: CallAgents;

  /** Locks ticket, conversation and call, in the order that all code which locks several of them keeps. */
  lock: (tx: Tx, by: Exclude<CallLookup, { conversation_id: number }>) => Promise<CallRow | undefined>;
  /** The media that carries calls of this kind that begin now. */
  mediaOf: (kind: CallKind) => Promise<MediaId>;
  newRoomName: () => string;
  /** Opens a call on a conversation that has just begun to wait, or on one that its agent has started. */
  open: (tx: Tx, call: CallToOpen) => Promise<CallRow>;
  /** Starts a call with its agent in it. @throws AppError `in_a_call` */
  begin: (tx: Tx, viewer: Viewer, beginning: CallStart) => Promise<CallRow>;
  /** A customer has joined the room of this call. May be called at any time and twice. */
  arrived: (room: string) => Promise<void>;
  /** Notes that the customer's page has asked for the state of the call. */
  customerPolled: (call: CallRow) => Promise<void>;
  /** One of our people leaves; the call ends with the last of them. Call with the call locked. */
  leave: (tx: Tx, call: CallRow, userId: number, how: { reason: CallEnd; author: Author }) => Promise<void>;
  /** Ends it for everybody; does nothing when it has ended. Call with the call locked. */
  end: (tx: Tx, call: CallRow, reason: CallEnd, author: Author) => Promise<void>;
  /** Stores the customer's rating after the end, once. Call with the call locked. */
  rate: (tx: Tx, call: CallRow, rating: CallRating, author: Author) => Promise<void>;
  /** Registers a listener that is called in the transactions that change a call. */
  follow: (follower: CallListener) => void;

  /** What one of our people needs to join it: address and token. */
  joinCredentialsOf: (q: Query, call: CallRow, viewer: Viewer) => Promise<JoinCredentials>;
  /** What the customer of a call waits for: position, expected wait, department. */
  waitOf: (call: CallRow) => Promise<GuestCallState>;
};

export type CallEnd = (typeof CALL_ENDS)[number];
