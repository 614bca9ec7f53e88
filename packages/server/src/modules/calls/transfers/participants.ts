import type { CallColleague, CallParticipants, CallInvitation } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import { notRungReasonOf } from './move-policy.ts';
import * as moves from './move-store.ts';
import type { InvitationRow } from './move-store.ts';
import type { Recordings } from '../recordings/recordings.ts';
import * as store from '../lifecycle/call-store.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db'> & {
  auth: Auth;
  agents: Agents;
  recordings: Pick<Recordings, 'indicatorForAgentsOf'>;
};

/** Our people in a call: what they see of each other, and who else may be invited. */
export type Participants = {
  read(q: Query, call: CallRow): Promise<CallParticipants>;
  /** Tells all of our people in the call who is in it now. */
  emitParticipants(tx: Tx, call: CallRow): Promise<void>;
  /** Returns the call if the viewer is in it. @throws AppError `not_found`, or `meeting_ended` if it is over */
  demand(q: Query, call: CallRow | undefined, viewer: Viewer): Promise<CallRow>;
  toInvitation(row: InvitationRow): Promise<CallInvitation>;
  ofCall(viewer: Viewer, callId: number): Promise<CallParticipants>;
  /** All other users who are there, with the reason why somebody cannot be rung. */
  colleagues(viewer: Viewer, callId: number): Promise<CallColleague[]>;
};

export function createParticipants({ db, auth, agents, recordings }: Deps): Participants {
  const nameOf = async (userId: number) => (await auth.user(userId)).fullname;

  async function toInvitation({ id, user_id, purpose, expires_at }: InvitationRow): Promise<CallInvitation> {
    return { id, user_id, name: await nameOf(user_id), purpose, expires_at };
  }

  async function read(q: Query, call: CallRow): Promise<CallParticipants> {
    const participants = await moves.listAgents(q, call.id);
    const ringing = await moves.listRinging(q, call.id);
    return {
      call_id: call.id,
      room_name: call.room_name,
      agent_id: call.state === 'connected' ? call.user_id : null,
      held_since: call.held_at,
      recording: await recordings.indicatorForAgentsOf(q, call),
      agents: await Promise.all(
        participants.map(async ({ user_id }) => ({ user_id, name: await nameOf(user_id) })),
      ),
      invitations: await Promise.all(ringing.map(toInvitation)),
    };
  }

  async function emitParticipants(tx: Tx, call: CallRow): Promise<void> {
    const now = await read(tx.q, call);
    const rooms = now.agents.map(({ user_id: id }) => `user:${id}`);
    if (rooms.length > 0) tx.emit('call-inside', now, rooms);
  }

  /** Returns the call if the viewer is in it; else it is refused as if it did not exist. */
  async function demand(q: Query, call: CallRow | undefined, viewer: Viewer): Promise<CallRow> {
    if (call && (await moves.findAgent(q, call.id, viewer.id))) return call;
    const isOver = call?.state === 'ended' && (await moves.hasBeenInCall(q, call.id, viewer.id));
    throw new AppError(isOver ? 'meeting_ended' : 'not_found');
  }

  return {
    read,
    emitParticipants,
    demand,
    toInvitation,

    async ofCall(viewer, callId) {
      return read(db.q, await demand(db.q, await store.findCall(db.q, { id: callId }), viewer));
    },

    async colleagues(viewer, callId) {
      const call = await demand(db.q, await store.findCall(db.q, { id: callId }), viewer);
      const participants = (await moves.listAgents(db.q, call.id)).map(({ user_id: id }) => id);
      const present = (await agents.listPresent(db.q)).filter(({ id }) => id !== viewer.id);
      const occupied = await moves.listBusyUsers(
        db.q,
        present.map(({ id }) => id),
      );
      return present.map((colleague) => ({
        user_id: colleague.id,
        name: colleague.fullname,
        department_ids: colleague.department_ids,
        user_activity_id: colleague.user_activity_id,
        activity_cause: colleague.activity_cause,
        not_rung: notRungReasonOf(colleague, participants, occupied),
      }));
    },
  };
}
