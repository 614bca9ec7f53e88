import type { Ticket, ResponseOf, getTicketCounts } from '@trunkline/contract';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { useTicketCounts } from '../api.ts';
import { VIEWS, type View } from '../filters.ts';
import classes from './view-tabs.module.css';

type Count = ResponseOf<typeof getTicketCounts>['data'][number];

/** The standard views with their counts; live. */
export function ViewTabs({ current, openTicket }: { current: View; openTicket: Ticket['id'] | undefined }) {
  const { t } = useTranslation('tickets');
  const { data: counts } = useTicketCounts();
  return (
    <nav className={classes['tabs']} aria-label={t('view.label')}>
      {VIEWS.map((view) => (
        <Link
          key={view}
          to="/tickets"
          search={openTicket === undefined ? { view } : { view, id: openTicket }}
          className={classes['tab']}
          aria-current={view === current ? 'true' : undefined}
        >
          <span className={classes['figure']}>{figure(view, counts)}</span>
          <span className={classes['name']}>{t(`view.${view}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

function figure(view: View, counts: readonly Count[] | undefined) {
  // The server keeps no count of solved tickets.
  if (view === 'solved') return <IconCheck size={16} stroke={1.75} aria-hidden />;
  if (!counts) return '–';
  const part = view === 'open' ? 'total' : view;
  return number(counts.reduce((sum, count) => sum + count[part], 0));
}
