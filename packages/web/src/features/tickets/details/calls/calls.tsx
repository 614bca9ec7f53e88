import { useTranslation } from 'react-i18next';
import { durationText, exactTime, shortDate } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Recordings } from '#features/tickets/recording/recordings.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import type { TicketCall } from '#features/tickets/timeline/call-entries.ts';
import { useCalls } from '#features/tickets/timeline/use-calls.ts';
import classes from './calls.module.css';
import { Section } from '../section.tsx';

/** The calls of the ticket; renders nothing where there were none. */
export function Calls() {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  const { data: calls = [] } = useCalls(detail.ticket.id);
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

function CallEntry({ entry }: { entry: TicketCall }) {
  const { t } = useTranslation('tickets');
  const talked =
    entry.answered_at && entry.ended_at ? Date.parse(entry.ended_at) - Date.parse(entry.answered_at) : null;
  const state = entry.state === 'ended' && entry.answered_at === null ? 'missed' : entry.state;
  return (
    <li>
      <p className={classes['head']}>
        <MediaGlyph media={entry.media_id} size={16} />
        <span>{t(`calls.state.${state}`)}</span>
        {talked !== null && <span className={classes['time']}>{durationText(talked / 1000)}</span>}
        <time dateTime={entry.started_at} title={exactTime(entry.started_at)}>
          {shortDate(entry.started_at)}
        </time>
      </p>
      {/* Recordings of an ended call are shown in the conversation, where the call ended. */}
      {entry.state !== 'ended' && <Recordings recordings={entry.recordings} />}
    </li>
  );
}
