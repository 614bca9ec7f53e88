import { Media, mediaId, type MediaId } from '../kit/codes.ts';
import type { ChoiceLimits } from '../messaging/choices.ts';

/** The specification's names of the counters. Only `socmed` is of several channels, told apart by their `media_id`. */
export type CounterName = 'whatsapp' | 'email' | 'sms' | 'livechat' | 'socmed';

/** What a channel can do. The server refuses by it, and the desk offers by it. */
export type ChannelTraits = {
  /** Conversations wait in the queue and are offered. Otherwise they wait in the list, or ring at a gateway. */
  isQueued: boolean;
  /** It carries calls. */
  isVoice: boolean;
  /** Messages of customers are answered on the same channel. Calls and web forms are not: they are answered by e-mail. */
  isAnswered: boolean;
  /** Its tickets have a subject of their own, which the list shows. */
  hasSubject: boolean;
  /** Replies have HTML, and recipients that the agent chooses. */
  hasRichText: boolean;
  /** Replies may have files. */
  takesFiles: boolean;
  /** Replies may be templates that its provider has approved. */
  takesTemplates: boolean;
  /** Replies may have choices (buttons) below the text: how many, and how long; null: none. */
  choices: ChoiceLimits | null;
  /** How long after the customer's last message free replies are allowed, in milliseconds; null: always. */
  windowMs: number | null;
  /** Texts are counted, and charged, in segments. */
  isSegmented: boolean;
  /** Customers see that somebody is writing to them. */
  showsTyping: boolean;
  /** Customers get messages also after the conversation has ended: on their phone, or in their mailbox. */
  isReachableAway: boolean;
  /** The provider proves who writes: a ticket continues on whichever of the department's accounts its customer writes to. */
  isSenderKnown: boolean;
  /** Which counter of the top bar, and which events of the specification, it has; null: none. */
  counter: CounterName | null;
};

const DAY_MS = 86_400_000;

/** Calls, which are answered by picking up. */
const CALL: ChannelTraits = {
  isQueued: true,
  isVoice: true,
  isAnswered: false,
  hasSubject: false,
  hasRichText: false,
  takesFiles: false,
  takesTemplates: false,
  choices: null,
  windowMs: null,
  isSegmented: false,
  showsTyping: false,
  isReachableAway: false,
  isSenderKnown: false,
  counter: null,
};
/** Written, with a customer who waits for the reply. */
const CHAT: ChannelTraits = {
  ...CALL,
  isVoice: false,
  isAnswered: true,
  takesFiles: true,
  showsTyping: true,
};
/** Written on the customer's phone, through a provider. */
const MESSAGING: ChannelTraits = {
  ...CHAT,
  isReachableAway: true,
  isSenderKnown: true,
  counter: 'socmed',
};
/** Written without waiting for an answer. */
const ASYNCHRONOUS: ChannelTraits = {
  ...CHAT,
  isQueued: false,
  hasSubject: true,
  showsTyping: false,
  isReachableAway: true,
};
const QUICK_REPLIES: ChoiceLimits = { most: 13, buttons: null, buttonLength: 20, length: 20 };
const META_PAGES: ChannelTraits = { ...MESSAGING, choices: QUICK_REPLIES, windowMs: DAY_MS };

/** The traits of every channel; a new channel is a new entry. */
export const CHANNEL_TRAITS: Readonly<Record<MediaId, ChannelTraits>> = {
  // The gateway decides whom it rings, and the customer can be called back at any time.
  [Media.voiceCall]: { ...CALL, isQueued: false, isReachableAway: true },
  [Media.roomVoice]: CALL,
  [Media.videoCall]: CALL,
  [Media.videoTiles]: CALL,
  [Media.email]: { ...ASYNCHRONOUS, hasRichText: true, counter: 'email' },
  [Media.webForm]: { ...ASYNCHRONOUS, isAnswered: false, takesFiles: false },
  [Media.liveChat]: { ...CHAT, counter: 'livechat' },
  [Media.whatsapp]: {
    ...MESSAGING,
    takesTemplates: true,
    choices: { most: 10, buttons: 3, buttonLength: 20, length: 24 },
    windowMs: DAY_MS,
    counter: 'whatsapp',
  },
  [Media.facebook]: META_PAGES,
  [Media.instagram]: META_PAGES,
  [Media.sms]: {
    ...MESSAGING,
    takesFiles: false,
    // Sent as numbered lines below the text.
    choices: { most: 10, buttons: null, buttonLength: 40, length: 40 },
    isSegmented: true,
    showsTyping: false,
    counter: 'sms',
  },
};

/** Returns the media ids of channels with this trait. */
export const mediaIdsWith = (isSo: (traits: ChannelTraits) => boolean): MediaId[] =>
  [...mediaId.values].filter((id) => isSo(CHANNEL_TRAITS[id]));
