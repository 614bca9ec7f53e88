import { NO_DEVICES, type Background, type Devices, type Replaced } from './devices.ts';
import type { Person, Signal } from './person.ts';

/** A line of the chat inside the call; it is not kept. */
export type ChatLine = { id: number; from: string; text: string; isOwn: boolean };

type Trouble = 'none' | 'microphone' | 'camera' | 'no-microphone' | 'no-camera';
export type Problem = Trouble | 'line';

/** What goes on in the meeting, as screens show it. */
export type Meeting = {
  isIn: boolean;
  /** `waiting`: somebody inside has to let one in; `refused`: they would not. */
  access: 'full' | 'waiting' | 'refused';
  people: readonly Person[];
  /** Who asks to be let in; seen by those who may decide. */
  waiting: readonly { id: string; name: string }[];
  /** Tells "not yet here" from "has left". */
  hasBeenJoined: boolean;
  /** One is on hold: nothing goes out, nothing comes in. */
  isHeld: boolean;
  isLineCut: boolean;
  trouble: Trouble;
  /** How well one's own line bears the call. */
  signal: Signal;
  /** The device in use was taken away, and this one serves instead. */
  replaced: Replaced | null;
  devices: Devices;
  background: { chosen: Background; isPossible: boolean; hasFailed: boolean };
  chat: readonly ChatLine[];
};

export const NO_MEETING: Meeting = {
  isIn: false,
  access: 'full',
  people: [],
  waiting: [],
  hasBeenJoined: false,
  isHeld: false,
  isLineCut: false,
  trouble: 'none',
  signal: 'good',
  replaced: null,
  devices: NO_DEVICES,
  background: { chosen: 'none', isPossible: true, hasFailed: false },
  chat: [],
};

/** What to tell first: without a line nothing else matters. */
export const problemOf = ({ isLineCut, trouble }: Meeting): Problem => (isLineCut ? 'line' : trouble);
