import type { Ticket, ResponseOf, getTicketCounts } from '@trunkline/contract';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { useTicketCounts } from '../api.ts';
import { TAB_VIEWS, type TabView, type View } from '../filters.ts';
import { countOf } from './count-of.ts';
import classes from './view-tabs.module.css';

type Count = ResponseOf<typeof getTicketCounts>['data'][number];

/** The standard views with their counts; live. */
export function ViewTabs({ current, openTicket }: { current: View; openTicket: Ticket['id'] | undefined }) {
  const { t } = useTranslation('tickets');
  const { data: counts } = useTicketCounts();
  return (
    <nav className={classes['tabs']} aria-label={t('view.label')}>
      {TAB_VIEWS.map((view) => (
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

function figure(view: TabView, counts: readonly Count[] | undefined) {
  if (view === 'solved') return <IconCheck size={16} stroke={1.75} aria-hidden />;
  const count = countOf(view, counts);
  return count === undefined ? '–' : number(count);
}
