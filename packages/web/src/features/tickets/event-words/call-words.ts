import type { TicketEvent } from '@trunkline/contract';
import { exactTime } from '#shared/lib/format.ts';
import type { Names } from '#shared/tickets/names.ts';

export type CallEvent = Extract<TicketEvent, { type: `call_${string}` }>;
type CallBackEvent = Extract<TicketEvent, { type: `call_back_${string}` }>;
type MoveEvent = Exclude<
  CallEvent,
  CallBackEvent | { type: 'call_started' | 'call_answered' | 'call_ended' | 'call_rated' | 'call_noted' }
>;
type About = { name: string; names: Names; t: (key: string, values?: Record<string, unknown>) => string };

export function isCallEvent(event: TicketEvent): event is CallEvent {
  return event.type.startsWith('call_');
}

/** What happened in a call, as one sentence. */
export function callWords(event: CallEvent, about: About): string {
  return isCallBackEvent(event) ? callBackWords(event, about) : ownWords(event, about);
}

function isCallBackEvent(event: CallEvent): event is CallBackEvent {
  return event.type.startsWith('call_back_');
}

function callBackWords(event: CallBackEvent, { t, names, name }: About): string {
  switch (event.type) {
    case 'call_back_asked':
      return t('event.call_back_asked', { name, time: exactTime(event.due_at) });
    case 'call_back_promised':
      return t('event.call_back_promised', { name, time: exactTime(event.due_at) });
    case 'call_back_rung':
      return t('event.call_back_rung');
    case 'call_back_done':
      return t('event.call_back_done', { name: names.agent(event.user_id) });
    case 'call_back_missed':
      return missedWords(event, t);
    case 'call_back_cancelled':
      return t(`event.call_back_cancelled_${event.by}`, { name });
  }
}

function missedWords(event: Extract<CallBackEvent, { type: 'call_back_missed' }>, t: About['t']): string {
  if (event.reason === 'not_reached' && event.next_at !== null)
    return t('event.call_back_again_not_reached', { time: exactTime(event.next_at) });
  if (event.reason !== 'nobody') return t(`event.call_back_missed_${event.reason}`);
  return event.next_at === null
    ? t('event.call_back_given_up')
    : t('event.call_back_missed_nobody', { time: exactTime(event.next_at) });
}

function ownWords(event: Exclude<CallEvent, CallBackEvent>, { t, names, name }: About): string {
  switch (event.type) {
    case 'call_started':
      return t(`event.call_started_${event.kind}`, { name });
    case 'call_answered':
      return t('event.call_answered', { name: names.agent(event.user_id) });
    case 'call_ended':
      return event.seconds === null
        ? t(`event.call_missed_${event.reason}`, { name })
        : t('event.call_ended', { name, time: clockTime(event.seconds) });
    case 'call_rated':
      return event.comment.trim()
        ? t('event.call_rated_words', { name, rating: event.rating, comment: event.comment.trim() })
        : t('event.call_rated', { name, rating: event.rating });
    case 'call_noted':
      return t(`event.call_noted_${event.outcome}`, { name });
    default:
      return moveWords(event, { t, names, name });
  }
}

/** How it moved among people. */
function moveWords(event: MoveEvent, { t, names, name }: About): string {
  switch (event.type) {
    case 'call_invited':
      return t(`event.call_invited_${event.purpose}`, { name, to: names.agent(event.user_id) });
    case 'call_invitation_ended':
      return t(`event.call_invitation_${event.outcome}`, { name, to: names.agent(event.user_id) });
    case 'call_joined':
    case 'call_left':
      return t(`event.${event.type}`, { to: names.agent(event.user_id) });
    case 'call_transferred':
      return event.department_id === null
        ? t('event.call_given', { to: names.agent(event.user_id) })
        : t('event.call_moved', { name, to: names.department(event.department_id) });
    case 'call_held':
      return t('event.call_held', { name });
    case 'call_resumed':
      return t('event.call_resumed', { name, time: clockTime(event.seconds) });
  }
}

/** 75 → "1:15", 3675 → "1:01:15". */
function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
