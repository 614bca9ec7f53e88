import { createStore } from '../lib/store.ts';

/** The telephone call of this page, once both talk. */
export type TalkingPhone = {
  id: string;
  number: string;
  isMuted: boolean;
  /** What comes from there is music, or nothing: one of the two sides holds. */
  isHeld: boolean;
  /** What the other side says. */
  heard: MediaStreamTrack;
};

/** What may be done with it from outside of the telephone. */
export type PhoneActions = {
  /** Has the other side hear this too, besides the own microphone; undefined: no more. */
  besides: (track: MediaStreamTrack | undefined) => Promise<void>;
  mute: (isMuted: boolean) => void;
  press: (key: string) => void;
  hangUp: () => void;
};

export type OwnPhone = { isReady: boolean; call: TalkingPhone | null; actions: PhoneActions | null };
const NO_PHONE: OwnPhone = { isReady: false, call: null, actions: null };

/** The telephone of this page, for rooms that it is brought into. */
export const ownPhone = createStore<OwnPhone>(NO_PHONE);
export const takePhoneAway = (): void => ownPhone.set(NO_PHONE);

/** Who is to be heard in the room call of this page, by telephone: a call that is on, or one that was asked for. */
export type RoomGuest = { name: string } & ({ phoneId: string } | { dialId: number });
export const roomGuest = createStore<RoomGuest | null>(null);

/** The room call of this page; `hasPhone`: the telephone call is in it. */
export type OwnRoom = { callId: number; takesPhones: boolean; hasPhone: boolean };
export const ownRoom = createStore<OwnRoom | null>(null);

/** Whether what is said in it is recorded, as its people were told; null while that is not known. */
export const isRoomRecorded = createStore<boolean | null>(null);

const KEYS_SHOWN = 24;
/** What the other side of the telephone call has pressed, until it is over. */
export const pressedThere = createStore('');
export const addPressed = (key: string): void =>
  pressedThere.set((pressedThere.get() + key).slice(-KEYS_SHOWN));
