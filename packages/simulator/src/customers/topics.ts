import type { Language } from '../world/scenario.ts';
import { EN } from './topics.en.ts';
import { ID } from './topics.id.ts';
import type { CustomerWords } from './topic-types.ts';

export const WORDS: Record<Language, CustomerWords> = { en: EN, id: ID };

/** How people call the channels, in both languages. */
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
