import type { SimulatedChannel } from '../world/scenario.ts';

export const KINDS = [
  'text',
  'photo',
  'place',
  'contact',
  'sticker',
  'voice',
  /** They name the company in a story of theirs. */
  'story_mention',
  /** A message type that the provider does not pass on, or that we do not know. */
  'odd',
] as const;
export type CustomerMessageKind = (typeof KINDS)[number];
export type Photo = { mime: string; bytes: Buffer };

/**
 * What a customer sends. `answers`: the message of which it is one of the choices. `quotes`: the one that they answer.
 * `isReferred`: they come by an advertisement.
 */
export type CustomerMessage = {
  kind: CustomerMessageKind;
  text: string;
  photo?: Photo;
  answers?: string;
  quotes?: string;
  isReferred?: boolean;
};
/** What came for them from the company. `isAutomatic`: it says so itself. */
export type ReceivedMessage = {
  id: string;
  text: string;
  photo?: Photo;
  isAutomatic?: boolean;
  choices?: string[];
};

/** A customer's account with one provider, as their phone uses it. */
export type CustomerAccount = {
  channel: SimulatedChannel;
  /** Their number, or how the provider calls them. */
  address: string;
  /** What can be sent besides text. */
  sends: readonly CustomerMessageKind[];
  /** Resolves once the company's side has taken it, with its id where there is one, and rejects where it does not. */
  send: (said: CustomerMessage) => Promise<unknown>;
  /** Tells that a message has come to the phone. None: the provider doesn't. */
  delivered: ((id: string) => Promise<unknown>) | undefined;
  read: ((id: string) => Promise<unknown>) | undefined;
  /** No emoji takes it back. */
  react: ((id: string, emoji: string) => Promise<unknown>) | undefined;
  /** Changes, or takes back, what they have sent; none where the channel knows no such thing. */
  edit?: (id: string, text: string) => Promise<unknown>;
  takeBack?: (id: string) => Promise<unknown>;
  /** Presses a choice below that message; none where the channel shows them as words. */
  press?: (id: string, title: string) => Promise<unknown>;
  /** What there is to do on the phone's side when it loses or finds its line; none where the provider keeps all. */
  connect?: (isOnline: boolean) => void;
  /** Registers a listener for received messages. */
  listen: (hear: (came: ReceivedMessage) => void) => void;
};
