import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listTicketCalls, type ResponseOf } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { realtime } from '#shared/api/realtime.ts';
import { exactTime, shortDate } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/media-glyph.tsx';
import { useOpenTicket } from '../ticket-context.ts';
import classes from './calls.module.css';
import { RecordingPlayer } from './recording-player.tsx';
import { toMinutes } from './recording-clock.ts';
import { Section } from './section.tsx';

type Entry = ResponseOf<typeof listTicketCalls>['data'][number];

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
          <CallEntry key={entry.id} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

function CallEntry({ entry }: { entry: Entry }) {
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
        recording.state === 'ready' ? (
          <RecordingPlayer key={recording.id} recording={recording} />
        ) : (
          <p key={recording.id} className={classes['note']} role="status">
            {t(`calls.recording.${recording.state}`)}
          </p>
        ),
      )}
    </li>
  );
}

function useCalls(ticketId: number) {
  const client = useQueryClient();
  const key = ['tickets', 'calls', ticketId] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listTicketCalls, { params: { id: ticketId }, signal })).data,
  });
  useEffect(
    () =>
      realtime.on('call-changed', ({ ticket_id: changed }) => {
        if (changed === ticketId) void client.invalidateQueries({ queryKey: ['tickets', 'calls', ticketId] });
      }),
    [client, ticketId],
  );
  return query;
}
