import type { TicketRecord, TicketRecordFigure } from '@trunkline/contract';
import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { PagedTable } from '#shared/listing/paged-table.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { useTranslation } from 'react-i18next';
import { useTicketRecords, type RecordsQuery } from '../api.ts';
import { TicketName } from './oldest-tickets.tsx';

type Props = { query: RecordsQuery; onClose: () => void };

/** The tickets behind a figure that no ticket list can show, because they may have changed since. */
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
  const { figure } = query;
  return (
    <PagedTable
      title={t(`record.${figure}`)}
      pages={useTicketRecords(query)}
      keyOf={({ id }) => id}
      empty={t('nothing')}
      columns={[
        { key: 'ticket', head: t('column.ticket'), render: (ticket) => <TicketName {...ticket} /> },
        {
          key: 'status',
          head: t('column.status-now'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
        { key: 'department', head: t('column.department'), render: ({ department }) => department },
        { key: 'agent', head: t('column.agent'), render: ({ agent }) => agent ?? t('unassigned') },
        {
          key: 'at',
          head: t(`column.${MOMENTS[figure]}`),
          title: ({ at }) => exactTime(at),
          render: ({ at }) => minuteTime(at),
        },
        ...(LENGTHS.has(figure)
          ? [
              {
                key: 'length',
                head: t('column.length'),
                render: ({ seconds }: TicketRecord) => (seconds === null ? '–' : durationText(seconds)),
              },
            ]
          : []),
      ]}
    />
  );
}
