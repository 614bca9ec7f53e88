import type { Language } from '../kit/codes.ts';
import type { CallKind } from './rooms.ts';

/** What the customer of a ticket is written when an agent calls them, above the link. */
export const CALL_INVITATION_TEXTS: Readonly<Record<Language, Readonly<Record<CallKind, string>>>> = {
  en: {
    voice: 'Let us talk: open this link to join the call.',
    video: 'Let us meet: open this link to join the video call.',
  },
  id: {
    voice: 'Mari berbicara: buka tautan ini untuk bergabung.',
    video: 'Mari bertemu: buka tautan ini untuk panggilan video.',
  },
};
