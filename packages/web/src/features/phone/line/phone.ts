import type { OpenedLine } from '@trunkline/contract';
import type { Quality } from './quality.ts';

/** Why there is no phone in this page. */
export type Missing = Exclude<OpenedLine['missing'], null>;
/** `ready`: the gateway rings here; `lost`: it is tried again by itself. */
export type LineState = 'off' | 'connecting' | 'ready' | 'lost' | Missing;

export type PhoneCall = {
  id: string;
  phase: 'ringing' | 'dialling' | 'answering' | 'talking';
  /** Theirs, as the gateway shows it; empty where it shows none. */
  number: string;
  /** One that was asked for on the screen: the own phone rings first, as if it called itself. */
  isOwn: boolean;
  /** When they began to talk. */
  since: number | null;
  isMuted: boolean;
  isHeld: boolean;
  /** By the other side. */
  isHeldThere: boolean;
};
/** What did not work, to be said once. */
export type Fault = 'microphone' | 'transfer' | 'hold' | 'failed';
export type Phone = {
  line: LineState;
  /** With the customer. */
  call: PhoneCall | null;
  /** With the colleague who is asked before the customer goes to them. */
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

/** What one hears and speaks with; empty: the machine's own choice. */
export type Devices = { microphone: string; speaker: string; ringer: string };
