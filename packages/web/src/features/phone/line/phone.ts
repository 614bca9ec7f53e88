import type { OpenedPhoneLine } from '@trunkline/contract';
import type { VoiceQuality } from './quality.ts';

/** Why this page has no phone. */
export type NoPhoneReason = Exclude<OpenedPhoneLine['missing'], null>;
/** `ready`: the gateway rings here; `lost`: reconnecting. */
export type LineState = 'off' | 'connecting' | 'ready' | 'lost' | NoPhoneReason;

export type LineCall = {
  id: string;
  phase: 'ringing' | 'dialling' | 'answering' | 'talking';
  /** The other party's number, as the gateway shows it; empty where it shows none. */
  number: string;
  /** The name of the colleague or queue that is consulted; empty for other calls. */
  name: string;
  /** The consulted queue has been reached, but none of its agents has answered yet. */
  isQueued: boolean;
  /** The call was started from the screen: the own phone rings first, with its own number as the caller. */
  isOwn: boolean;
  /** When the call was answered. */
  since: number | null;
  isMuted: boolean;
  /** The gateway has put the other side on hold. */
  isHeld: boolean;
  /** What was last asked for, which the gateway may not have done yet. */
  isHoldWanted: boolean;
  /** Put on hold by the other side. */
  isHeldThere: boolean;
};
/** A failure that is shown once. */
export type PhoneLineFailure = 'microphone' | 'transfer' | 'hold' | 'notHeld' | 'failed';
export type PhoneState = {
  line: LineState;
  /** The call with the customer. */
  call: LineCall | null;
  /** The consultation call with a colleague. */
  asked: LineCall | null;
  /** Whether customer and colleague hear each other too. */
  isConference: boolean;
  quality: VoiceQuality;
};

export const NO_PHONE: PhoneState = {
  line: 'off',
  call: null,
  asked: null,
  isConference: false,
  quality: 'unknown',
};

/** Ids of microphone and loudspeakers; empty for the system's default. */
export type PhoneDevices = { microphone: string; speaker: string; ringer: string };
