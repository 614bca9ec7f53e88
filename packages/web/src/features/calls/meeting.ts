import {
  Embedding,
  Meetings,
  NO_MEETING,
  type ChosenDevices,
  type Meeting,
  type LeaveReason,
  type JoinTarget,
} from '@trunkline/call-client';
import { enterRoom, type CallPlatform } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { createStore } from '#shared/lib/store.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';

/** The meeting that this page is in, as its windows show it. */
export const meeting = createStore<Meeting>(NO_MEETING);

/** The site that shows this page in a frame, if there is one. */
export const embedding = Embedding.find();

/** Joins and leaves meetings, and controls microphone, camera and screen in them. */
export const meetings = new Meetings(
  (now) => meeting.set(now),
  ({ callClientId }) => embedding?.attach(callClientId),
);

const CHOSEN = 'call-devices';

type Joining = JoinTarget & { platform: CallPlatform };

/** Joins with the devices and the background that were chosen in an earlier call on this device. */
export function joinMeeting(
  { platform, ...place }: Joining,
  onOver: (over: LeaveReason) => void,
): Promise<void> {
  const elsewhere = async () => (await exchangeToken(place)).media;
  return meetings.join(
    { chosen: readChosenDevices(), ...place, ...(platform === 'daily' && { elsewhere }) },
    onOver,
  );
}

/** Exchanges a token for the connection data of the room. */
export async function exchangeToken({
  url,
  token,
  userName,
}: Pick<JoinTarget, 'url' | 'token' | 'userName'>) {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const body = { token, ...(userName && { user_name: userName }) };
  return (await call(enterRoom, { params: { name }, body })).data;
}

/** Stores a choice for the next call. */
export function storeChosenDevices(change: ChosenDevices): void {
  writeStored(CHOSEN, { ...readChosenDevices(), ...change });
}

/** Returns the choices of earlier calls on this device. */
export function readChosenDevices(): ChosenDevices {
  const stored = readStored(CHOSEN);
  if (typeof stored !== 'object' || stored === null) return {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const background: unknown = Reflect.get(stored, 'background');
  return {
    ...text('microphone'),
    ...text('camera'),
    ...text('speaker'),
    ...((background === 'blur' || background === 'strong') && { background }),
  };
}
