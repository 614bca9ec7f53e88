import { ownPhone, ownRoom, roomGuest, type OwnRoom, type TalkingPhone } from '#shared/dialing/own-phone.ts';
import { createStore, type Store } from '#shared/lib/store.ts';
import type { CallState } from '../call-machine.ts';
import { meeting, meetings } from '../meeting.ts';
import { SPEAKS, toFollow, type Silence } from './one-mouth.ts';
import { VoiceBridge } from './voice-bridge.ts';

/** Whether the room does not hear the telephone for now, by the word of whose telephone it is. */
export const isPhoneSilenced = createStore(false);

type Bridge = { phone: TalkingPhone['heard']; voices: VoiceBridge; added: Promise<() => Promise<void>> };

let bridge: Bridge | undefined;
let silence = SPEAKS;

/** Has the telephone call of this page and its room call hear each other, for as long as both are on and it is wished. */
export function followPhone(calls: Store<CallState>): void {
  const look = () => keepUp(calls.get());
  for (const store of [calls, meeting, ownPhone, roomGuest, isPhoneSilenced]) store.subscribe(look);
  look();
}

function keepUp(state: CallState): void {
  const room = roomOf(state);
  const wished = room && wishedPhone();
  if (bridge && bridge.phone !== wished?.call.heard) part();
  if (wished) {
    if (!bridge) join(wished.call, wished.name);
    if (bridge) carry(bridge.voices, wished.call);
  }
  tellRoom(room && { ...room, hasPhone: bridge !== undefined });
}

/** The telephone call that is to be in the room, once both talk. */
function wishedPhone(): { call: TalkingPhone; name: string } | null {
  const { call } = ownPhone.get();
  const guest = roomGuest.get();
  if (!call || !guest || !('phoneId' in guest) || guest.phoneId !== call.id) return null;
  return { call, name: guest.name };
}

function roomOf(state: CallState): Omit<OwnRoom, 'hasPhone'> | null {
  if (state.status !== 'joined' || state.isOver || !meeting.get().isIn) return null;
  const { call_id: callId, platform } = state.credentials;
  // What others hear of the telephone is a track of our own rooms.
  return { callId, takesPhones: platform === 'embedded' };
}

function tellRoom(room: OwnRoom | null): void {
  const before = ownRoom.get();
  if (before?.callId !== room?.callId || before?.hasPhone !== room?.hasPhone) ownRoom.set(room);
  // The room is over: the telephone call goes on by itself.
  if (before && !room) roomGuest.set(null);
}

function join({ heard }: TalkingPhone, name: string): void {
  const voices = new VoiceBridge(heard);
  const { forRoom, forPhone } = voices;
  if (!forRoom || !forPhone) return;
  silence = SPEAKS;
  const added = meetings.addPhone(name, forRoom).catch(() => {
    roomGuest.set(null);
    return () => Promise.resolve();
  });
  bridge = { phone: heard, voices, added };
  void ownPhone.get().actions?.besides(forPhone);
}

function part(): void {
  const over = bridge;
  bridge = undefined;
  if (!over) return;
  void ownPhone.get().actions?.besides(undefined);
  // A room that is over has nothing to be taken out of.
  void over.added.then((takeOut) => takeOut()).catch(() => undefined);
  void over.voices.close();
  isPhoneSilenced.set(false);
}

/** Voices as they come and go, and one mouth for both. */
function carry(voices: VoiceBridge, { isHeld, isMuted }: TalkingPhone): void {
  const { people } = meeting.get();
  voices.open(!isHeld && !isPhoneSilenced.get());
  voices.hear(people.flatMap(({ sound }) => sound ?? []));
  const own = people.find(({ isLocal }) => isLocal);
  const before = silence;
  const now: Silence = { room: own?.isMuted ?? before.room, phone: isMuted };
  silence = now;
  const follower = toFollow(before, now);
  if (follower === 'phone') ownPhone.get().actions?.mute(now.room);
  if (follower === 'room') meetings.setMicrophone(!now.phone);
}
