import type { Language } from '../world/scenario.ts';
import type { Kind } from '../lines/line.ts';
import { EN } from './topics.en.ts';
import { ID } from './topics.id.ts';

export type Topic = {
  opening: readonly string[];
  /** What they may ask further. */
  more: readonly string[];
  /** What they may show about it. */
  shows: Exclude<Kind, 'text'>;
};

export type Words = {
  topics: readonly Topic[];
  /** When nobody answers. */
  waiting: readonly string[];
  leaving: readonly string[];
  thanks: readonly string[];
  /** In front of the question, on another channel. */
  again: string;
  photo: string;
  /** What somebody adds to their question. */
  addition: string;
  /** What was meant for somebody else. */
  slip: string;
  names: { first: readonly string[]; last: readonly string[] };
};

export const WORDS: Record<Language, Words> = { en: EN, id: ID };

/** What people call the channels, in either language. */
export const CHANNEL_NAMES = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  operator: 'SMS',
  messenger: 'Messenger',
  instagram: 'Instagram',
  livechat: 'live chat',
  email: 'e-mail',
  form: 'web form',
} as const;
