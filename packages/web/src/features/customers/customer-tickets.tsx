import { exactTime, number, shortDate } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useCustomerTickets } from './api.ts';
import classes from './customer-profile.module.css';

/** All tickets of a customer, newest first. */
export function CustomerTickets({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const history = useCustomerTickets(customer);
  const tickets = history.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section>
      <h3>
        {t('profile.tickets')} <span className="tnum">{number(customer.total_tickets)}</span>
      </h3>
      {history.isPending && <Skeletons rows={3} height={48} />}
      {history.isError && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {history.isSuccess && tickets.length === 0 && (
        <p className={classes['note']} data-empty>
          {t('profile.no-tickets')}
        </p>
      )}
      <ul className={classes['tickets']}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link to="/tickets/detail" search={{ id: ticket.id }} className={classes['ticket']}>
              <MediaGlyph media={ticket.media_id} />
              <span className={classes['subject']}>{ticket.subject}</span>
              <StatusBadge status={ticket.status} quiet />
              <span className={classes['under']}>
                {ticket.number} ·{' '}
                <time title={exactTime(ticket.created_at)}>{shortDate(ticket.created_at)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('profile.more-tickets')}
        </Button>
      )}
    </section>
  );
}
