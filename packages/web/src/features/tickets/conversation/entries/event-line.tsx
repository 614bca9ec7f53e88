import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, exactTime } from '#shared/lib/format.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { RecordedCall } from '#features/tickets/recording/recorded-call.tsx';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';
import { eventWords } from '#features/tickets/event-words/event-words.ts';
import classes from './event-line.module.css';

/** An event of the ticket as one line; below the end of a call also its recordings. */
export const EventLine = memo(function EventLine({ entry }: { entry: TimelineMessage }) {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  return (
    <>
      <div className={classes['line']}>
        <span>{eventWords(entry, { t, names }).join(' · ')}</span>
        <time dateTime={entry.created_at} title={exactTime(entry.created_at)}>
          {clockTime(entry.created_at)}
        </time>
      </div>
      {entry.event?.type === 'call_ended' && <RecordedCall callId={entry.event.call_id} />}
    </>
  );
});
