import type {
  BodyOf,
  CallColleague,
  CallParticipants,
  CallInvitation,
  getOwnCall,
  InvitationPurpose,
  listTicketCalls,
  pickUpRoomCall,
  ResponseOf,
  transferCall,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';

/** What our people do with calls, and see of them. */
export type CallDesk = {
  pickUp: (viewer: Viewer, body: BodyOf<typeof pickUpRoomCall>) => Promise<ResponseOf<typeof pickUpRoomCall>>;
  /** Whoever hangs up leaves; with the last of our people the call is over for the customer as well. */
  hangUp: (viewer: Viewer, roomName: string) => Promise<{ success: boolean; message: string }>;
  /** What rings at somebody, and what they are in. */
  own: (viewer: Viewer) => Promise<ResponseOf<typeof getOwnCall>>;
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<ResponseOf<typeof listTicketCalls>['data']>;
  participants: (viewer: Viewer, callId: number) => Promise<CallParticipants>;
  colleagues: (viewer: Viewer, callId: number) => Promise<CallColleague[]>;
  /** Rings a colleague for a call that is on already. */
  ask: (viewer: Viewer, callId: number, wish: InvitationWish) => Promise<CallInvitation>;
  cancel: (viewer: Viewer, invitationId: number) => Promise<void>;
  /** Ends what has rung at colleagues long enough. */
  endMissed: () => Promise<void>;
  /** Whoever has closed the screen that rings cannot pick up: who asked need not wait for it. */
  endInvitationsFor: (userId: number) => Promise<void>;
  transfer: (
    viewer: Viewer,
    callId: number,
    wish: BodyOf<typeof transferCall>,
  ) => Promise<CallInvitation | null>;
  /** Resolves when nothing passes any more: whoever speaks next relies on that. */
  hold: (viewer: Viewer, callId: number, wantsHold: boolean) => Promise<CallParticipants>;
  /** Brings the carrier and the recording in line with the call as it is now; may be called at any time and twice. */
  enforceHold: (callId: number) => Promise<void>;
  /** The same, when this transaction has ended. */
  enforceHoldLater: (tx: Tx, callId: number) => Promise<void>;
};

/** Who is to be rung, and as what. */
export type InvitationWish = {
  user_id: number;
  client_key: string;
  note: string;
  purpose: InvitationPurpose;
  /** Of a transfer: whoever asks stays until they hang up. */
  stays: boolean;
};
