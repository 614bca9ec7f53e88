import { createStore } from '../lib/store.ts';

/** The call of this page's browser phone, once it is answered. */
export type TalkingPhone = {
  id: string;
  number: string;
  isMuted: boolean;
  /** One of the two sides holds the call, so the other side sends music or nothing. */
  isHeld: boolean;
  /** The audio of the other side. */
  heard: MediaStreamTrack;
};

/** What other features may do with the browser phone's call. */
export type PhoneActions = {
  /** Mixes this track into what the other side hears, besides the microphone; undefined stops it. */
  mixIn: (track: MediaStreamTrack | undefined) => Promise<void>;
  mute: (isMuted: boolean) => void;
  press: (key: string) => void;
  hangUp: () => void;
};

export type OwnPhone = { isReady: boolean; call: TalkingPhone | null; actions: PhoneActions | null };
const NO_PHONE: OwnPhone = { isReady: false, call: null, actions: null };

/** The browser phone of this page, for calls in a room that bring its call in. */
export const ownPhone = createStore<OwnPhone>(NO_PHONE);
export const clearOwnPhone = (): void => ownPhone.set(NO_PHONE);

/** Somebody to be brought by telephone into this page's room call: a call in progress, or one that was dialled for it. */
export type RoomGuest = { name: string } & ({ phoneId: string } | { dialId: number });
export const roomGuest = createStore<RoomGuest | null>(null);

/** The room call of this page; `hasPhone` tells whether the telephone call has been brought into it. */
export type OwnRoom = { callId: number; takesPhones: boolean; hasPhone: boolean };
export const ownRoom = createStore<OwnRoom | null>(null);

/** Whether the room call is being recorded, as its participants were told; null while that is not known. */
export const isRoomRecorded = createStore<boolean | null>(null);

const KEYS_SHOWN = 24;
/** Keys that the other side of the telephone call has pressed; emptied when the call ends. */
export const keysPressedByOther = createStore('');
export const addKeyPressedByOther = (key: string): void =>
  keysPressedByOther.set((keysPressedByOther.get() + key).slice(-KEYS_SHOWN));
