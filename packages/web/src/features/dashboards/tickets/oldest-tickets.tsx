import type { TicketDashboard } from '@trunkline/contract';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import plain from '#shared/listing/plain-table.module.css';
import { TicketLink } from '#shared/tickets/ticket-link.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { useTranslation } from 'react-i18next';
import classes from '../dashboards.module.css';

/** The oldest tickets that are not solved. */
export function OldestTickets({ oldest }: { oldest: TicketDashboard['oldest'] }) {
  const { t } = useTranslation('dashboards');
  return (
    <section className={classes['part']}>
      <h2>{t('oldest')}</h2>
      {oldest.length === 0 ? (
        <p className={classes['dim']}>{t('no-open')}</p>
      ) : (
        <div className={plain['wide']} tabIndex={0} role="region" aria-label={t('oldest')}>
          <table className={plain['table']}>
            <thead>
              <tr>
                <th scope="col">{t('column.ticket')}</th>
                <th scope="col">{t('column.status')}</th>
                <th scope="col">{t('column.department')}</th>
                <th scope="col">{t('column.agent')}</th>
                <th scope="col">{t('column.created')}</th>
              </tr>
            </thead>
            <tbody>
              {oldest.map((ticket) => (
                <tr key={ticket.id}>
                  <th scope="row">
                    <TicketName {...ticket} />
                  </th>
                  <td>
                    <StatusBadge status={ticket.status} />
                  </td>
                  <td>{ticket.department}</td>
                  <td>{ticket.agent ?? t('unassigned')}</td>
                  <td title={exactTime(ticket.created_at)}>{relativeTime(ticket.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** A ticket's number and subject, with a link to the ticket. */
export function TicketName({ id, number, subject }: { id: number; number: string; subject: string }) {
  return (
    <>
      <TicketLink id={id}>{number}</TicketLink> <span className={classes['subject']}>{subject}</span>
    </>
  );
}
