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

/** Calls as agents use them. */
export type CallDesk = {
  pickUp: (viewer: Viewer, body: BodyOf<typeof pickUpRoomCall>) => Promise<ResponseOf<typeof pickUpRoomCall>>;
  /** Leaves the call; when the last of our people leaves, it ends for the customer as well. */
  hangUp: (viewer: Viewer, roomName: string) => Promise<{ success: boolean; message: string }>;
  /** The call that rings at the viewer, and the one that they are in. */
  own: (viewer: Viewer) => Promise<ResponseOf<typeof getOwnCall>>;
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<ResponseOf<typeof listTicketCalls>['data']>;
  participants: (viewer: Viewer, callId: number) => Promise<CallParticipants>;
  colleagues: (viewer: Viewer, callId: number) => Promise<CallColleague[]>;
  /** Rings a colleague for a call that is on already. */
  ask: (viewer: Viewer, callId: number, wish: InvitationRequest) => Promise<CallInvitation>;
  cancel: (viewer: Viewer, invitationId: number) => Promise<void>;
  /** Ends invitations that have rung for too long. */
  endMissed: () => Promise<void>;
  /** Ends the invitations of a user who has closed the page that rings, so that those who asked need not wait. */
  endInvitationsFor: (userId: number) => Promise<void>;
  transfer: (
    viewer: Viewer,
    callId: number,
    wish: BodyOf<typeof transferCall>,
  ) => Promise<CallInvitation | null>;
  /** Resolves when no media passes any more: the agent must be able to speak unheard from then on. */
  hold: (viewer: Viewer, callId: number, wantsHold: boolean) => Promise<CallParticipants>;
  /** Brings the carrier and the recording in line with the state of the call; may be called at any time and twice. */
  enforceHold: (callId: number) => Promise<void>;
  /** The same, by a job after this transaction has committed. */
  enforceHoldLater: (tx: Tx, callId: number) => Promise<void>;
};

/** The colleague to invite, and whether to join the call or to take it over. */
export type InvitationRequest = {
  user_id: number;
  client_key: string;
  note: string;
  purpose: InvitationPurpose;
  /** Of a transfer: whether the agent who transfers stays in the call until they hang up. */
  stays: boolean;
};
