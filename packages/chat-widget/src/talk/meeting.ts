import {
  Meetings,
  NO_MEETING,
  type Meeting,
  type LeaveReason,
  type JoinTarget,
} from '@trunkline/call-client';
import type { ResponseOf, enterRoom, VisitorCall } from '@trunkline/contract';
import { createStore, type Store } from '../chat/store.ts';

/** The meeting of a visitor's call, with the functions to control it. */
export type OpenMeeting = { now: Store<Meeting>; line: Meetings };

type Joining = Pick<JoinTarget, 'url' | 'token' | 'kind'> & Pick<VisitorCall, 'platform'>;

/** Joins the room; `now` holds the state of the meeting. */
export function openMeeting(
  { platform, ...place }: Joining,
  onOver: (over: LeaveReason) => void,
): OpenMeeting {
  const now = createStore<Meeting>(NO_MEETING);
  const line = new Meetings((meeting) => now.set(meeting));
  const elsewhere = () => exchangeToken(place);
  // Not awaited, because joining may take long and the visitor must be able to hang up meanwhile.
  void line.join({ ...place, ...(platform === 'daily' && { elsewhere }) }, onOver);
  return { now, line };
}

/** Exchanges a token for the connection data of the room. */
export async function exchangeToken({ url, token }: Pick<JoinTarget, 'url' | 'token'>): Promise<RoomMedia> {
  const name = new URL(url).pathname.split('/').at(-1);
  const answer = await fetch(`/api/rooms/${name}/enter`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const read = (await answer.json()) as ResponseOf<typeof enterRoom> & { message?: string };
  if (!answer.ok) throw new Error(read.message);
  return read.data.media;
}

type RoomMedia = ResponseOf<typeof enterRoom>['data']['media'];
