import { Media, mediaId, type MediaId } from '../kit/codes.ts';
import type { ChoiceLimits } from '../messaging/choices.ts';

/** The specification's names of the counters. Only `socmed` is of several channels, told apart by their `media_id`. */
export type CounterName = 'whatsapp' | 'email' | 'sms' | 'livechat' | 'socmed';

/** What a channel can do. The server refuses by it, and the desk offers by it. */
export type ChannelTraits = {
  /** Its conversations wait in the queue and are offered. Else they wait in the list, or ring at a gateway. */
  isQueued: boolean;
  /** People talk on it. */
  isVoice: boolean;
  /** What customers write on it is answered on it. Calls are not, nor forms: their answer is a mail. */
  isAnswered: boolean;
  /** What comes by it has a subject of its own, which the list shows. */
  hasSubject: boolean;
  /** Answers have HTML, and go to the people whom they name. */
  hasRichText: boolean;
  /** Answers carry files. */
  takesFiles: boolean;
  /** Answers may be templates that its provider has approved. */
  takesTemplates: boolean;
  /** Answers may have choices to press below them: how many, and how long; null: none. */
  choices: ChoiceLimits | null;
  /** For so long after the customer's last message free answers are allowed; null: always. */
  windowMs: number | null;
  /** Texts are counted, and paid for, in segments. */
  isSegmented: boolean;
  /** Customers see that somebody is writing to them. */
  showsTyping: boolean;
  /** What is written reaches them also when the conversation has ended: they have it on their phone, or in their mailbox. */
  isReachableAway: boolean;
  /** The provider makes sure of who writes: a case goes on whichever of a department's such accounts its customer writes on. */
  isSenderKnown: boolean;
  /** Which counter of the top bar, and which events of the specification, it has; null: none. */
  counter: CounterName | null;
};

const DAY_MS = 86_400_000;

/** Spoken, and taken by picking up. */
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
/** Written, and answered while somebody waits. */
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

/** A further channel is a further line here. */
export const CHANNEL_TRAITS: Readonly<Record<MediaId, ChannelTraits>> = {
  // The gateway says whom it rings, and the call can be returned whenever that is.
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
    // Numbered lines below the text.
    choices: { most: 10, buttons: null, buttonLength: 40, length: 40 },
    isSegmented: true,
    showsTyping: false,
    counter: 'sms',
  },
};

/** The channels that are so, by their number. */
export const mediaWhere = (isSo: (traits: ChannelTraits) => boolean): MediaId[] =>
  [...mediaId.values].filter((id) => isSo(CHANNEL_TRAITS[id]));
