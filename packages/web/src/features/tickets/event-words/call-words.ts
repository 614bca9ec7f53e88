import { durationText, exactTime } from '#shared/lib/format.ts';
import type { EventContext, EventKind, EventOf, WordsOf } from './event-context.ts';

type CallBackKind = Extract<EventKind, `call_back_${string}`>;
type CallKind = Exclude<Extract<EventKind, `call_${string}`>, CallBackKind>;

/** Sentences for events of calls. */
export const callWords: WordsOf<CallKind> = {
  call_started: ({ kind }, { t, name }) => t(`event.call_started_${kind}`, { name }),
  call_answered: (event, { t, names }) => t('event.call_answered', { name: names.agent(event.user_id) }),
  call_ended: ({ seconds, reason }, { t, name }) =>
    seconds === null
      ? t(`event.call_missed_${reason}`, { name })
      : t('event.call_ended', { name, time: durationText(seconds) }),
  call_rated: ({ rating, comment }, { t, name }) =>
    comment.trim()
      ? t('event.call_rated_words', { name, rating, comment: comment.trim() })
      : t('event.call_rated', { name, rating }),
  call_noted: ({ outcome }, { t, name }) => t(`event.call_noted_${outcome}`, { name }),
  call_invited: (event, { t, names, name }) =>
    t(`event.call_invited_${event.purpose}`, { name, to: names.agent(event.user_id) }),
  call_invitation_ended: (event, { t, names, name }) =>
    t(`event.call_invitation_${event.outcome}`, { name, to: names.agent(event.user_id) }),
  call_joined: (event, { t, names }) => t('event.call_joined', { to: names.agent(event.user_id) }),
  call_left: (event, { t, names }) => t('event.call_left', { to: names.agent(event.user_id) }),
  call_transferred: (event, { t, names, name }) =>
    event.department_id === null
      ? t('event.call_given', { to: names.agent(event.user_id) })
      : t('event.call_moved', { name, to: names.department(event.department_id) }),
  call_held: (_, { t, name }) => t('event.call_held', { name }),
  call_resumed: ({ seconds }, { t, name }) => t('event.call_resumed', { name, time: durationText(seconds) }),
};

/** Sentences for events of call-backs. */
export const callBackWords: WordsOf<CallBackKind> = {
  call_back_asked: (event, { t, name }) =>
    t('event.call_back_asked', { name, time: exactTime(event.due_at) }),
  call_back_promised: (event, { t, name }) =>
    t('event.call_back_promised', { name, time: exactTime(event.due_at) }),
  call_back_rung: (_, { t }) => t('event.call_back_rung'),
  call_back_done: (event, { t, names }) => t('event.call_back_done', { name: names.agent(event.user_id) }),
  call_back_missed: missedWords,
  call_back_cancelled: ({ by }, { t, name }) => t(`event.call_back_cancelled_${by}`, { name }),
};

function missedWords(event: EventOf<'call_back_missed'>, { t }: EventContext): string {
  if (event.reason === 'not_reached' && event.next_at !== null)
    return t('event.call_back_again_not_reached', { time: exactTime(event.next_at) });
  if (event.reason !== 'nobody') return t(`event.call_back_missed_${event.reason}`);
  return event.next_at === null
    ? t('event.call_back_given_up')
    : t('event.call_back_missed_nobody', { time: exactTime(event.next_at) });
}
