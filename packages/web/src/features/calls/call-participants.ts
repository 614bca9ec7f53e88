import {
  cancelInvitation,
  getCallParticipants,
  holdCall,
  inviteToCall,
  listCallColleagues,
  transferCall,
  type CallColleague,
  type CallParticipants,
} from '@trunkline/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import type { NumberedEvent } from '#shared/api/realtime.ts';

const LOOK_EVERY_MS = 3000;

/** The participants of the agent's call, the pending invitations, and whether the customer is on hold; live. */
export function useCallParticipants(callId: number): CallParticipants | undefined {
  return useLiveQuery({
    queryKey: ['call-inside', callId],
    queryFn: async ({ signal }) => (await call(getCallParticipants, { params: { id: callId }, signal })).data,
    apply: applyToParticipants,
  }).data;
}

/** Returns the participants after an event; events of other calls leave them unchanged. */
export function applyToParticipants(inside: CallParticipants, event: NumberedEvent): CallParticipants {
  return event.name === 'call-inside' && event.payload.call_id === inside.call_id ? event.payload : inside;
}

/** The recording state to show: off once the call has ended, whatever the last event said. */
export const recordingSignOf = (
  inside: Pick<CallParticipants, 'recording'> | undefined,
  isOver: boolean,
): CallParticipants['recording'] => (isOver ? 'off' : (inside?.recording ?? 'off'));

/** Colleagues who are online. Polled, because their availability changes with everybody's calls and no event tells of it. */
export function useColleagues(callId: number): UseQueryResult<CallColleague[], Error> {
  return useQuery({
    queryKey: ['call-colleagues', callId],
    queryFn: async ({ signal }) => (await call(listCallColleagues, { params: { id: callId }, signal })).data,
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
  });
}

const newKey = () => `move-${Date.now()}-${Math.random().toString(36).slice(2, 10)}`;

/** Requests of an agent in a call besides hang-up. Each has a key, so that a repeated request is carried out once. */
export const callMoves = {
  hold: (id: number, is_held: boolean) => call(holdCall, { params: { id }, body: { is_held } }),
  invite: (id: number, user_id: number, note: string) =>
    call(inviteToCall, { params: { id }, body: { user_id, note, client_key: newKey() } }),
  cancel: (invitationId: number) => call(cancelInvitation, { params: { id: invitationId } }),
  transfer: (
    id: number,
    wish: { note: string } & ({ user_id: number; stays: boolean } | { department_id: number }),
  ) => call(transferCall, { params: { id }, body: { ...wish, client_key: newKey() } }),
};
