import type { TicketRecordFigure } from '@trunkline/contract';
import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTicketRecords, type RecordsQuery } from '../api.ts';
import classes from '../dashboards.module.css';
import { TicketName } from './oldest-tickets.tsx';

type Props = { query: RecordsQuery; onClose: () => void };

/** The tickets behind a figure that no list of the desk can hold: what was then may be otherwise now. */
export function RecordDrawer({ query, onClose }: Props) {
  const { t } = useTranslation('dashboards');
  return (
    <Drawer opened onClose={onClose} title={t(`record.${query.figure}`)} width={880}>
      <Records query={query} />
    </Drawer>
  );
}

const MOMENTS = {
  solved: 'solved',
  resolution: 'solved',
  resolution_missed: 'solved',
  reopened_later: 'solved',
  reopened: 'reopened',
  merged: 'merged',
  created: 'created',
  backlog_start: 'created',
  backlog: 'created',
  first_reply: 'created',
  first_reply_missed: 'created',
} as const satisfies Record<TicketRecordFigure, string>;

const LENGTHS: ReadonlySet<TicketRecordFigure> = new Set([
  'solved',
  'reopened_later',
  'resolution',
  'resolution_missed',
  'first_reply',
  'first_reply_missed',
]);

function Records({ query }: Pick<Props, 'query'>) {
  const { t } = useTranslation('dashboards');
  const records = useTicketRecords(query);
  if (!records.data)
    return records.error ? (
      <ErrorState error={records.error} onRetry={() => void records.refetch()} />
    ) : (
      <Skeletons rows={8} height={36} />
    );
  const all = records.data.pages.flatMap(({ data }) => data);
  if (all.length === 0) return <p className={classes['dim']}>{t('nothing')}</p>;
  const hasLength = LENGTHS.has(query.figure);
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t(`record.${query.figure}`)}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('column.ticket')}</th>
              <th scope="col">{t('column.status-now')}</th>
              <th scope="col">{t('column.department')}</th>
              <th scope="col">{t('column.agent')}</th>
              <th scope="col">{t(`column.${MOMENTS[query.figure]}`)}</th>
              {hasLength && <th scope="col">{t('column.length')}</th>}
            </tr>
          </thead>
          <tbody>
            {all.map((ticket) => (
              <tr key={ticket.id}>
                <TicketName {...ticket} />
                <td>
                  <StatusBadge status={ticket.status} />
                </td>
                <td>{ticket.department}</td>
                <td>{ticket.agent ?? t('unassigned')}</td>
                <td title={exactTime(ticket.at)}>{minuteTime(ticket.at)}</td>
                {hasLength && <td>{ticket.seconds === null ? '–' : durationText(ticket.seconds)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {records.hasNextPage && (
        <Button
          className={classes['more']}
          variant="default"
          size="xs"
          loading={records.isFetchingNextPage}
          onClick={() => void records.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
