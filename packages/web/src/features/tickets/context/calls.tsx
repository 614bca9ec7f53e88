import { listTicketCalls, type CallRecording } from '@trunkline/contract';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { exactTime, shortDate } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/media-glyph.tsx';
import { applyToCalls, type CallEntry } from '../call-entries.ts';
import { useOpenTicket } from '../ticket-context.ts';
import classes from './calls.module.css';
import { toMinutes } from './recording-clock.ts';
import { Section } from './section.tsx';

// Most tickets have no recording.
const RecordingPlayer = lazy(() =>
  import('./recording-player.tsx').then((module) => ({ default: module.RecordingPlayer })),
);

/** The calls of the ticket, with what was recorded of them; nothing where there were none. */
export function Calls() {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  const { id } = detail.ticket;
  const { data: calls = [] } = useCalls(id);
  if (calls.length === 0) return null;
  return (
    <Section title={t('calls.title')}>
      <ul className={classes['list']}>
        {calls.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

function Entry({ entry }: { entry: CallEntry }) {
  const { t } = useTranslation('tickets');
  const talked =
    entry.answered_at && entry.ended_at ? Date.parse(entry.ended_at) - Date.parse(entry.answered_at) : null;
  const state = entry.state === 'ended' && entry.answered_at === null ? 'missed' : entry.state;
  return (
    <li>
      <p className={classes['head']}>
        <MediaGlyph media={entry.media_id} size={16} />
        <span>{t(`calls.state.${state}`)}</span>
        {talked !== null && <span className={classes['time']}>{toMinutes(talked)}</span>}
        <time dateTime={entry.started_at} title={exactTime(entry.started_at)}>
          {shortDate(entry.started_at)}
        </time>
      </p>
      {entry.recordings.map((recording) =>
        recording.state === 'ready' && recording.parts.length > 0 ? (
          <Suspense key={recording.id}>
            <RecordingPlayer recording={recording} />
          </Suspense>
        ) : (
          <Unplayable key={recording.id} recording={recording} />
        ),
      )}
    </li>
  );
}

/** Not yet, or no longer. One in which nobody was heard or seen has nothing to say. */
function Unplayable({ recording: { state, deleted_after_days: days } }: { recording: CallRecording }) {
  const { t } = useTranslation('tickets');
  if (state === 'ready') return null;
  return (
    <p className={classes['note']} role={state === 'deleted' ? undefined : 'status'}>
      {t(`recording.${state}`, { count: days ?? 0 })}
    </p>
  );
}

function useCalls(ticketId: number) {
  const queryKey = ['tickets', 'calls', ticketId] as const;
  const query = useLiveQuery<CallEntry[]>({
    queryKey,
    queryFn: async ({ signal }) => (await call(listTicketCalls, { params: { id: ticketId }, signal })).data,
    apply: (entries, event) => applyToCalls(entries, event, ticketId),
  });
  const hearOfRecordings = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey }));
  useEffect(
    () =>
      // The event tells of the call alone: what was recorded of it has to be asked for.
      realtime.on('call-changed', (changed) => changed.ticket_id === ticketId && hearOfRecordings()),
    [ticketId],
  );
  return query;
}
