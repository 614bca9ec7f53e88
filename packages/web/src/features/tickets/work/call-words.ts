import type { TicketEvent } from '@trunkline/contract';
import type { Names } from '../names.ts';

export type CallEvent = Extract<TicketEvent, { type: `call_${string}` }>;
type About = { name: string; names: Names; t: (key: string, values?: Record<string, unknown>) => string };

export function isCallEvent(event: TicketEvent): event is CallEvent {
  return event.type.startsWith('call_');
}

/** What happened in a call, as one sentence. */
export function callWords(event: CallEvent, { t, names, name }: About): string {
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
      return t('event.call_rated', { name, rating: event.rating });
  }
}

/** 75 → "1:15", 3675 → "1:01:15". */
function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
