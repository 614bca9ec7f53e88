import { NO_DEVICES, type BackgroundEffect, type Devices, type ReplacedDevice } from './devices.ts';
import type { Person, ConnectionSignal } from './person.ts';

/** A line of the call's chat, which is not stored. */
export type ChatLine = { id: number; from: string; text: string; isOwn: boolean };

type DeviceProblem = 'none' | 'microphone' | 'camera' | 'no-microphone' | 'no-camera';
export type MeetingProblem = DeviceProblem | 'line';

/** The state of a meeting, as screens show it. */
export type Meeting = {
  isIn: boolean;
  /** `waiting`: in the lobby; `refused`: somebody inside has declined. */
  access: 'full' | 'waiting' | 'refused';
  people: readonly Person[];
  /** People in the lobby; only for those who may let them in. */
  waiting: readonly { id: string; name: string }[];
  /** Distinguishes somebody who has not come yet from somebody who has left. */
  hasBeenJoined: boolean;
  /** On hold: nothing is sent or received. */
  isHeld: boolean;
  isLineCut: boolean;
  trouble: DeviceProblem;
  /** The quality of the own connection. */
  signal: ConnectionSignal;
  /** The device that replaces one which was taken away. */
  replaced: ReplacedDevice | null;
  devices: Devices;
  background: { chosen: BackgroundEffect; isPossible: boolean; hasFailed: boolean };
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

/** Returns the most important problem: a lost connection comes before all others. */
export const meetingProblemOf = ({ isLineCut, trouble }: Meeting): MeetingProblem =>
  isLineCut ? 'line' : trouble;
