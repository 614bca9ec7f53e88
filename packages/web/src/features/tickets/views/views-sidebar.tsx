import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ViewSearch } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { useTicketCounts } from '../api.ts';
import { TAB_VIEWS, UNSENT_VIEWS, type DeskChoice } from '../filters.ts';
import { useViews } from './api.ts';
import { countOf } from '../list/count-of.ts';
import { useViewCounts } from './view-counts.ts';
import { isSameSearch, searchOf } from './view-search.ts';
import classes from './views-sidebar.module.css';

type Entry = { key: string; name: string; search: ViewSearch; count: string | undefined };
type Props = { choice: DeskChoice; onFold: () => void };

/** All views of the desk with their counts, beside the list. */
export default function ViewsSidebar({ choice, onFold }: Props) {
  const { t } = useTranslation('tickets');
  const { t: own } = useTranslation('tickets/views');
  const { data } = useViews();
  const { data: counts } = useTicketCounts();
  const saved = (data?.views ?? []).map((view) => ({ ...view, key: `view-${view.id}` }));
  const unsent = UNSENT_VIEWS.map((view) => ({ key: view, search: { view } }));
  const counted = useViewCounts([...unsent, ...saved]);
  const entry = ({ key, name, search }: Omit<Entry, 'count'>): Entry => ({
    key,
    name,
    search,
    count: counted.get(key),
  });
  const groups = [
    {
      label: t('view.label'),
      entries: TAB_VIEWS.map((view): Entry => {
        const count = countOf(view, counts);
        return {
          key: view,
          name: t(`view.${view}`),
          search: { view },
          count: count === undefined ? undefined : number(count),
        };
      }),
    },
    {
      label: own('unsent'),
      entries: unsent.map(({ key, search }) => entry({ key, search, name: t(`view.${search.view}`) })),
    },
    { label: t('views.own'), entries: saved.filter((view) => !view.is_shared).map(entry) },
    { label: t('views.shared'), entries: saved.filter((view) => view.is_shared).map(entry) },
  ].filter(({ entries }) => entries.length > 0);
  const current = searchOf(choice);
  const isCurrent = (search: ViewSearch) => isSameSearch(search, { view: 'mine', ...current });
  return (
    <nav className={classes['sidebar']} aria-label={t('view.label')}>
      <div className={classes['head']}>
        <ActionIcon aria-label={own('fold')} title={own('fold')} onClick={onFold}>
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      {groups.map(({ label, entries }, index) => (
        <div key={label} role="group" aria-label={label} className={classes['group']}>
          {index > 0 && (
            <div className={classes['label']} aria-hidden>
              {label}
            </div>
          )}
          {entries.map(({ key, name, search, count }) => (
            <Link
              key={key}
              to="/tickets"
              search={choice.id === undefined ? search : { ...search, id: choice.id }}
              className={classes['view']}
              aria-current={isCurrent(search) ? 'true' : undefined}
            >
              {/* The count comes first for screen readers, as in the tabs. */}
              <span className={classes['count']}>{count}</span>
              <bdi className={classes['name']}>{name}</bdi>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
