import type { OpenedLine } from '@trunkline/contract';
import type { Quality } from './quality.ts';

/** Why this page has no phone. */
export type Missing = Exclude<OpenedLine['missing'], null>;
/** `ready`: the gateway rings here; `lost`: reconnecting. */
export type LineState = 'off' | 'connecting' | 'ready' | 'lost' | Missing;

export type PhoneCall = {
  id: string;
  phase: 'ringing' | 'dialling' | 'answering' | 'talking';
  /** The other party's number, as the gateway shows it; empty where it shows none. */
  number: string;
  /** The call was started from the screen: the own phone rings first, with its own number as the caller. */
  isOwn: boolean;
  /** When the call was answered. */
  since: number | null;
  isMuted: boolean;
  isHeld: boolean;
  /** Put on hold by the other side. */
  isHeldThere: boolean;
};
/** A failure that is shown once. */
export type Fault = 'microphone' | 'transfer' | 'hold' | 'failed';
export type Phone = {
  line: LineState;
  /** The call with the customer. */
  call: PhoneCall | null;
  /** The consultation call with a colleague. */
  asked: PhoneCall | null;
  /** Whether customer and colleague hear each other too. */
  isConference: boolean;
  quality: Quality;
};

export const NO_PHONE: Phone = {
  line: 'off',
  call: null,
  asked: null,
  isConference: false,
  quality: 'unknown',
};

/** Ids of microphone and loudspeakers; empty for the system's default. */
export type Devices = { microphone: string; speaker: string; ringer: string };
