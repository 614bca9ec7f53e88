import { ownPhone, ownRoom, roomGuest, type OwnRoom, type TalkingPhone } from '#shared/dialing/own-phone.ts';
import { createStore, type Store } from '#shared/lib/store.ts';
import type { CallMachineState } from '../call-machine.ts';
import { meeting, meetings } from '../meeting.ts';
import { NOT_MUTED, sideToMatch, type MutedState } from './shared-mute.ts';
import { VoiceBridge } from './voice-bridge.ts';

/** Whether the agent has muted the telephone for the room. */
export const isPhoneSilenced = createStore(false);

type Bridge = { phone: TalkingPhone['heard']; voices: VoiceBridge; added: Promise<() => Promise<void>> };

let bridge: Bridge | undefined;
let silence = NOT_MUTED;

/** Connects the sound of this page's telephone call and its room call while both last and the agent wants it. */
export function followPhone(calls: Store<CallMachineState>): void {
  const look = () => syncWithCall(calls.get());
  for (const store of [calls, meeting, ownPhone, roomGuest, isPhoneSilenced]) store.subscribe(look);
  look();
}

function syncWithCall(state: CallMachineState): void {
  const room = roomOf(state);
  const wished = room && phoneToBridge();
  if (bridge && bridge.phone !== wished?.call.heard) part();
  if (wished) {
    if (!bridge) join(wished.call, wished.name);
    if (bridge) updateBridge(bridge.voices, wished.call);
  }
  publishPhoneState(room && { ...room, hasPhone: bridge !== undefined });
}

/** Returns the answered telephone call that is to be in the room, if there is one. */
function phoneToBridge(): { call: TalkingPhone; name: string } | null {
  const { call } = ownPhone.get();
  const guest = roomGuest.get();
  if (!call || !guest || !('phoneId' in guest) || guest.phoneId !== call.id) return null;
  return { call, name: guest.name };
}

function roomOf(state: CallMachineState): Omit<OwnRoom, 'hasPhone'> | null {
  if (state.status !== 'joined' || state.isOver || !meeting.get().isIn) return null;
  const { call_id: callId, platform } = state.credentials;
  // The telephone is a track of its own in the room, which only our own media server supports.
  return { callId, takesPhones: platform === 'embedded' };
}

function publishPhoneState(room: OwnRoom | null): void {
  const before = ownRoom.get();
  if (before?.callId !== room?.callId || before?.hasPhone !== room?.hasPhone) ownRoom.set(room);
  // The room is over, while the telephone call goes on.
  if (before && !room) roomGuest.set(null);
}

function join({ heard }: TalkingPhone, name: string): void {
  const voices = new VoiceBridge(heard);
  const { forRoom, forPhone } = voices;
  if (!forRoom || !forPhone) return;
  silence = NOT_MUTED;
  const added = meetings.addPhone(name, forRoom).catch(() => {
    roomGuest.set(null);
    return () => Promise.resolve();
  });
  bridge = { phone: heard, voices, added };
  void ownPhone.get().actions?.mixIn(forPhone);
}

function part(): void {
  const over = bridge;
  bridge = undefined;
  if (!over) return;
  void ownPhone.get().actions?.mixIn(undefined);
  // Removing it fails where the room has ended, and then there is nothing to remove.
  void over.added.then((takeOut) => takeOut()).catch(() => undefined);
  void over.voices.close();
  isPhoneSilenced.set(false);
}

/** Updates the mixed voices, the hold state, and the shared mute state. */
function updateBridge(voices: VoiceBridge, { isHeld, isMuted }: TalkingPhone): void {
  const { people } = meeting.get();
  voices.open(!isHeld && !isPhoneSilenced.get());
  voices.hear(people.flatMap(({ sound }) => sound ?? []));
  const own = people.find(({ isLocal }) => isLocal);
  const before = silence;
  const now: MutedState = { room: own?.isMuted ?? before.room, phone: isMuted };
  silence = now;
  const follower = sideToMatch(before, now);
  if (follower === 'phone') ownPhone.get().actions?.mute(now.room);
  if (follower === 'room') meetings.setMicrophone(!now.phone);
}
