import { endEscort, type Escort } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { attendedCall, type AttendedCall } from '#shared/dialing/attended-call.ts';
import { callState } from '../call-control.ts';
import { joinMeeting, meetings } from '../meeting.ts';

/** Applies a change of the escort that this page is, whoever made it. */
export function followEscort(escort: Escort): void {
  const now = attendedCall.get();
  if (now?.escort.id === escort.id) attendedCall.set(escort.state === 'ended' ? null : { ...now, escort });
}

/** Joins the room, and returns the function that leaves it. */
export function joinAttendedCall({ escort: { id }, join }: AttendedCall, onFailure: () => void): () => void {
  let isOver = false;
  // As in a voice call, no camera is opened; the microphone is, once the server lets them be heard.
  void joinMeeting({ ...join, kind: 'voice', platform: 'embedded' }, ({ why }) => {
    if (isOver) return;
    if (why === 'failed') onFailure();
    void call(endEscort, { params: { id } }).catch(() => undefined);
    attendedCall.set(null);
  });
  return () => {
    isOver = true;
    // Somebody who has picked up a call meanwhile is in that one.
    if (callState.get().status !== 'joined') void meetings.leave();
  };
}
