import { lazyPart } from '#shared/loading/lazy-part.ts';
import type { Ticket, TicketColumn } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import type { RowSource } from '#shared/table/row-source.ts';
import { RowWindowFrame } from '#shared/table/row-window.tsx';
import { useRowWindow } from '#shared/table/use-row-window.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import type { Sort } from '#features/tickets/filters.ts';
import { hasSubjectLine } from '../has-subject-line.ts';
import { ListItem } from './list-item.tsx';
import { useOpenNeighbour } from '../use-open-neighbour.ts';

const TicketTable = lazyPart(() => import('#features/tickets/table/ticket-table.tsx'));

type Props = {
  source: RowSource<Ticket>;
  listKey: string;
  search: DeskSearch;
  openId: number | undefined;
  onOpen: (id: number) => void;
  /** Null where there are no bulk actions. */
  selection: Selection | null;
  /** The columns of the table; undefined shows a list. */
  columns: readonly TicketColumn[] | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
};

const tableHeight = () => 36;
const listHeight = (ticket: Ticket) => (hasSubjectLine(ticket) ? 80 : 60);
const lastMessage = (ticket: Ticket) => ticket.last_message_at;

/** The tickets as a list or as a table. */
export function TicketList(props: Props) {
  const { source, listKey, search, openId, onOpen, selection, columns, sort, onSort } = props;
  const { t } = useTranslation('tickets');
  const window = useRowWindow({
    source,
    listKey: `tickets ${listKey}`,
    heightOf: columns ? tableHeight : listHeight,
    hasHead: columns !== undefined,
    freshOf: lastMessage,
    openId,
    onOpen,
    selection,
    words: {
      group: t('keys.group'),
      next: t('keys.next'),
      previous: t('keys.previous'),
      open: t('keys.open'),
      select: t('bulk.keys.choose'),
    },
  });
  useOpenNeighbour({ window, onOpen });
  const end = t(source.hasMore ? 'list.more' : 'list.end');
  if (columns)
    return (
      <Suspense>
        <TicketTable {...{ window, columns, search, sort, onSort, end }} />
      </Suspense>
    );
  return (
    <RowWindowFrame window={window} role="list" label={t('list.label')} end={end}>
      {(line) => (
        <ListItem
          key={line.row.id}
          line={line}
          size={source.hasMore ? -1 : window.rows.length}
          search={search}
          window={window}
        />
      )}
    </RowWindowFrame>
  );
}
