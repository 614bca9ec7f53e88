import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { useTimeline } from '../api.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { messagesOf } from '../realtime.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { eventWords } from '../event-words/event-words.ts';
import classes from './activity-log.module.css';
import context from './details.module.css';
import { Section } from './section.tsx';

/** The events of the ticket, newest first. */
export function ActivityLog() {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const { ticket } = useOpenTicket().detail;
  const log = useTimeline(ticket.id, 'event');
  const entries = log.data ? messagesOf(log.data).toReversed() : [];
  const more = log.hasNextPage && (
    <button
      type="button"
      className={context['link']}
      disabled={log.isFetchingNextPage}
      onClick={() => void log.fetchNextPage()}
    >
      {t('context.showMore')}
    </button>
  );
  return (
    <Section title={t('context.activity')}>
      {log.isPending && <Skeletons rows={3} height={36} />}
      {log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.data && entries.length === 0 && <p className={context['empty']}>{t('empty.activity')}</p>}
      <ol className={classes['log']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {eventWords(entry, { t, names }).map((line) => (
              <span key={line}>{line}</span>
            ))}
            <time dateTime={entry.created_at} title={exactTime(entry.created_at)}>
              {relativeTime(entry.created_at)}
            </time>
          </li>
        ))}
      </ol>
      {more}
    </Section>
  );
}
