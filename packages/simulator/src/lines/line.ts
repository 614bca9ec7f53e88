import type { SimulatedChannel } from '../world/scenario.ts';

export const KINDS = [
  'text',
  'photo',
  'place',
  'contact',
  'sticker',
  'voice',
  /** The customer mentions the company in a story. */
  'story_mention',
  /** A message type that the provider does not pass on, or that we do not know. */
  'odd',
] as const;
export type CustomerMessageKind = (typeof KINDS)[number];
export type Photo = { mime: string; bytes: Buffer };

/**
 * A customer's message. `answers`: the message of which this one is a selected choice. `quotes`: the message that this one
 * answers. `isReferred`: the customer came by an advertisement.
 */
export type CustomerMessage = {
  kind: CustomerMessageKind;
  text: string;
  photo?: Photo;
  answers?: string;
  quotes?: string;
  isReferred?: boolean;
};
/** A message from the company. `isAutomatic`: it is marked as automatic. */
export type ReceivedMessage = {
  id: string;
  text: string;
  photo?: Photo;
  isAutomatic?: boolean;
  choices?: string[];
};

/** A customer's account with one provider, with the functions that their phone needs. */
export type CustomerAccount = {
  channel: SimulatedChannel;
  /** The customer's number, or their id at the provider. */
  address: string;
  /** What can be sent besides text. */
  sends: readonly CustomerMessageKind[];
  /** Resolves once the company's side has accepted the message, with its id if there is one; rejects otherwise. */
  send: (said: CustomerMessage) => Promise<unknown>;
  /** Reports that a message has reached the phone; undefined where the provider does not report that. */
  delivered: ((id: string) => Promise<unknown>) | undefined;
  read: ((id: string) => Promise<unknown>) | undefined;
  /** An empty `emoji` removes the reaction. */
  react: ((id: string, emoji: string) => Promise<unknown>) | undefined;
  /** Edits or deletes a sent message; undefined where the channel does not support it. */
  edit?: (id: string, text: string) => Promise<unknown>;
  takeBack?: (id: string) => Promise<unknown>;
  /** Selects a choice below that message; undefined where choices are shown as text. */
  press?: (id: string, title: string) => Promise<unknown>;
  /** Called when the phone loses its connection or gets it back; undefined where the provider keeps messages meanwhile. */
  connect?: (isOnline: boolean) => void;
  /** Registers a listener for received messages. */
  listen: (hear: (came: ReceivedMessage) => void) => void;
};
