import type {
  CALL_ENDS,
  CallKind,
  CallRating,
  JoinCredentials,
  MediaId,
  RoomWait,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Author } from '#modules/tickets';
import type { CallAgentRow } from '../transfers/move-store.ts';
import type { Beginning, OpenedCall } from './beginning.ts';
import type { CallBy, CallPersonRow, CallRow, NewCallPerson } from './call-store.ts';
import type { CallListener } from './call-listener.ts';

/** Everybody in a call, customers and guests as well as our people, as its carrier sees them come and go. */
export type CallPeople = {
  /** Somebody came in; nothing when they are in already, because reports may come twice. */
  came: (q: Query, callId: number, person: NewCallPerson, now: Date) => Promise<void>;
  /** Somebody has gone; without a name, everybody. */
  left: (q: Query, callId: number, identity: string | null, now: Date) => Promise<void>;
  /** Everybody who was ever in a call. */
  list: (q: Query, callId: number) => Promise<CallPersonRow[]>;
  /** Somebody's last stay in a call. */
  find: (q: Query, callId: number, identity: string) => Promise<CallPersonRow | undefined>;
};

/** Our people in a call: who has picked up, or was asked in, and has not left. */
export type CallAgents = {
  /** Who came first first. */
  list: (q: Query, callId: number) => Promise<CallAgentRow[]>;
  find: (q: Query, callId: number, userId: number) => Promise<CallAgentRow | undefined>;
};

/** The state of every call that is offered and handed on here, and how it changes. */
export type CallLifecycle = {
  find: (q: Query, by: CallBy) => Promise<CallRow | undefined>;
  /** The call of this key, or the visitor's last one. A call-back becomes theirs when somebody has picked it up. */
  findOfVisitor: (q: Query, visitorId: number, key?: string) => Promise<CallRow | undefined>;
  /** Those that have not ended. */
  listOn: (q: Query) => Promise<CallRow[]>;
  people: CallPeople;
  agents: CallAgents;

  /** Ticket, conversation, call: the order that everything which touches more than one of them keeps. */
  lock: (tx: Tx, by: Exclude<CallBy, { conversation_id: number }>) => Promise<CallRow | undefined>;
  /** The media of a call of this kind that begins now. */
  mediaOf: (kind: CallKind) => Promise<MediaId>;
  newRoomName: () => string;
  /** Opens a call on a conversation that has just begun to wait, or on one that its agent has begun. */
  open: (tx: Tx, call: OpenedCall) => Promise<CallRow>;
  /** A call that its agent is in from the start. @throws AppError `in_a_call` */
  begin: (tx: Tx, viewer: Viewer, beginning: Beginning) => Promise<CallRow>;
  /** A customer has come into the call of this room. May be told at any time and twice. */
  arrived: (room: string) => Promise<void>;
  /** The customer's page has asked how the call stands. */
  seen: (call: CallRow) => Promise<void>;
  /** One of our people leaves; with the last of them the call ends. The call is locked. */
  leave: (tx: Tx, call: CallRow, userId: number, how: { reason: CallEnd; author: Author }) => Promise<void>;
  /** Ends it for everybody, once. The call is locked. */
  end: (tx: Tx, call: CallRow, reason: CallEnd, author: Author) => Promise<void>;
  /** What its customer says of it when it has ended, once. The call is locked. */
  rate: (tx: Tx, call: CallRow, rating: CallRating, author: Author) => Promise<void>;
  /** What else follows from a call, in the same transactions. */
  follow: (follower: CallListener) => void;

  /** The place of one of our people in it. */
  seatOf: (q: Query, call: CallRow, viewer: Viewer) => Promise<JoinCredentials>;
  /** What its customer waits for. */
  waitOf: (call: CallRow) => Promise<RoomWait>;
};

export type CallEnd = (typeof CALL_ENDS)[number];
