import { lazyPart } from '#shared/loading/lazy-part.ts';
import type { Ticket } from '@trunkline/contract';
import { Link } from '@tanstack/react-router';
import { IconArrowBackUp } from '@tabler/icons-react';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText, exactTime, relativeTime } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { SlaRing } from '#shared/ui/marks/sla-ring.tsx';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import { hasSubjectLine } from '../has-subject-line.ts';
import { clocksOf } from '#features/tickets/sla/sla.ts';
import classes from './ticket-row.module.css';

const RowMarks = lazyPart(() =>
  import('#features/tickets/marks/lazy.ts').then((later) => ({ default: later.RowMarks })),
);

const Excerpt = lazyPart(() => import('#features/tickets/excerpts/excerpt.tsx'));

type Props = {
  ticket: Ticket;
  search: DeskSearch;
  isOpen: boolean;
  hasCursor: boolean;
  isTyping: boolean;
  assignee: string;
  isMine: boolean;
  now: number;
};

/** A row of the list: customer, last message, waiting time, assignee. */
export const TicketRow = memo(function TicketRow(props: Props) {
  const { ticket, search, isOpen, hasCursor, isTyping, assignee, isMine, now } = props;
  const { t } = useTranslation('tickets');
  return (
    <Link
      to="/tickets"
      search={{ ...search, id: ticket.id }}
      className={classes['row']}
      data-ticket={ticket.id}
      data-open={isOpen || undefined}
      data-cursor={hasCursor || undefined}
      data-unread={ticket.unread > 0 || undefined}
      data-email={hasSubjectLine(ticket) || undefined}
      aria-current={isOpen ? 'page' : undefined}
      draggable={false}
    >
      <span className={classes['glyph']}>
        <MediaGlyph media={ticket.media_id} size={16} />
      </span>
      <span className={classes['line']}>
        <span className={classes['who']} dir="auto">
          {ticket.customer_name}
        </span>
        <Waited ticket={ticket} now={now} />
      </span>
      {hasSubjectLine(ticket) && (
        <span className={classes['line']}>
          <span className={classes['subject']} dir="auto">
            {ticket.subject}
          </span>
        </span>
      )}
      <span className={classes['line']}>
        <span className={classes['said']}>
          {isTyping ? (
            <span className={classes['typing']}>{t('list.typing')}</span>
          ) : (
            <Said ticket={ticket} q={search.q} />
          )}
        </span>
        {ticket.status !== 'open' && <StatusBadge status={ticket.status} quiet />}
        <Suspense>
          <RowMarks ticket={ticket} />
        </Suspense>
        {ticket.unread > 0 && (
          <span className={classes['unread']} title={t('list.unread', { count: ticket.unread })}>
            <span aria-hidden>{ticket.unread > 99 ? '99+' : ticket.unread}</span>
            <span className="sr-only">{t('list.unread', { count: ticket.unread })}</span>
          </span>
        )}
        {!isMine && assignee && (
          <span className={classes['with']} title={t('list.with', { name: assignee })}>
            <Avatar name={assignee} size={20} />
            <span className="sr-only">{t('list.with', { name: assignee })}</span>
          </span>
        )}
      </span>
    </Link>
  );
});

/** During a search the words that were found, once they are known. */
function Said({ ticket, q }: { ticket: Ticket; q: string | undefined }) {
  const last = <LastMessage ticket={ticket} isSearch={q !== undefined} />;
  if (q === undefined) return last;
  return (
    <Suspense fallback={last}>
      <Excerpt ticket={ticket} q={q}>
        {last}
      </Excerpt>
    </Suspense>
  );
}

// During a search the subject is shown, because the search may have found the ticket by it.
function LastMessage({ ticket, isSearch }: { ticket: Ticket; isSearch: boolean }) {
  const { t } = useTranslation('tickets');
  const hasSubject = hasSubjectLine(ticket);
  if (!hasSubject && (isSearch || ticket.last_message === ''))
    return <span className={classes['text']}>{ticket.subject}</span>;
  if (ticket.last_message_by !== 'agent')
    return <span className={classes['text']}>{ticket.last_message}</span>;
  return (
    <>
      <IconArrowBackUp
        size={14}
        stroke={1.75}
        className={classes['ours']}
        role="img"
        aria-label={t('list.agent')}
      />
      <span className={classes['text']}>{ticket.last_message}</span>
    </>
  );
}

function Waited({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t } = useTranslation('tickets');
  if (!ticket.waiting_since) {
    return (
      <time
        className={classes['time']}
        dateTime={ticket.last_message_at}
        title={exactTime(ticket.last_message_at)}
      >
        {relativeTime(ticket.last_message_at, now)}
      </time>
    );
  }
  const seconds = Math.max(0, now - Date.parse(ticket.waiting_since)) / 1000;
  const waited = seconds < 60 ? relativeTime(now, now) : durationText(seconds, 'minute');
  const clock = clocksOf(ticket)[0];
  const rest = clock && durationText(Math.abs(Date.parse(clock.due) - now) / 1000, 'minute');
  const due = clock && t(Date.parse(clock.due) > now ? 'sla.due' : 'sla.overdue', { time: rest });
  return (
    <span className={classes['time']} data-waiting title={t('list.waiting', { time: waited })}>
      {waited}
      {clock && (
        <SlaRing
          start={clock.start}
          due={clock.due}
          now={now}
          size={14}
          label={`${t(`sla.${clock.kind}`)} ${due}`}
        />
      )}
    </span>
  );
}
