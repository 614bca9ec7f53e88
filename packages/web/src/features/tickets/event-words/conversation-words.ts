import type { WordsOf } from './event-context.ts';

type Kind = 'chat_started' | 'chat_ended' | 'offered' | 'offer_missed' | 'transcript_sent' | 'sent_again';

/** Sentences for events of conversations, offers and messages. */
export const conversationWords: WordsOf<Kind> = {
  chat_started: ({ page }, { t, name }) =>
    page ? t('event.chat_started_on', { name, page: shortPage(page) }) : t('event.chat_started', { name }),
  chat_ended: ({ by }, { t, name }) => t(`event.chat_ended_${by}`, { name }),
  offered: (event, { t, names }) => t('event.offered', { to: names.agent(event.user_id) }),
  offer_missed: (event, { t, names }) =>
    t(`event.offer_missed_${event.reason}`, { to: names.agent(event.user_id) }),
  transcript_sent: ({ email }, { t }) => t('event.transcript_sent', { email }),
  sent_again({ before, now }, { t, name }) {
    const values = { name, before: before.join(', '), now: now.join(', ') };
    return t(now.length > 0 ? 'event.sent_again_to' : 'event.sent_again', values);
  },
};

/** Returns a page's address without protocol and query, for people. */
function shortPage(page: string): string {
  return URL.canParse(page) ? `${new URL(page).host}${new URL(page).pathname}`.replace(/\/$/, '') : page;
}
