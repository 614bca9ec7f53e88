import type { Channel } from '../world/scenario.ts';

export const KINDS = ['text', 'photo', 'place', 'contact', 'sticker'] as const;
export type Kind = (typeof KINDS)[number];
export type Photo = { mime: string; bytes: Buffer };

/** What a customer sends. */
export type Said = { kind: Kind; text: string; photo?: Photo };
/** What came for them from the company. */
export type Came = { id: string; text: string; photo?: Photo };

/** A customer's account with one provider, as their phone uses it. */
export type Line = {
  channel: Channel;
  /** Their number, or how the provider calls them. */
  address: string;
  /** What can be sent besides text. */
  sends: readonly Kind[];
  /** Resolves once the company's side has taken it, and rejects where it does not. */
  send: (said: Said) => Promise<unknown>;
  /** Tells that a message has come to the phone. None: the provider doesn't. */
  delivered: ((id: string) => Promise<unknown>) | undefined;
  read: ((id: string) => Promise<unknown>) | undefined;
  react: ((id: string, emoji: string) => Promise<unknown>) | undefined;
  /** What there is to do on the phone's side when it loses or finds its line; none where the provider keeps all. */
  connect?: (isOnline: boolean) => void;
  /** Whom to tell of what comes. */
  listen: (hear: (came: Came) => void) => void;
};
