import { Checkbox } from '@mantine/core';
import type { Ticket, TicketColumn } from '@trunkline/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { useNames } from '#shared/tickets/names.ts';
import { useCustomersTyping } from '#features/tickets/presence.ts';
import classes from './ticket-list.module.css';
import { isLetter } from '../is-letter.ts';
import { TicketRow } from './ticket-row.tsx';

const TableRow = lazy(() => import('#features/tickets/table/table-row.tsx'));

type Props = {
  ticket: Ticket;
  index: number;
  top: number;
  /** How many there are, -1 while not all are known. */
  size: number;
  search: DeskSearch;
  isOpen: boolean;
  hasCursor: boolean;
  columns: readonly TicketColumn[] | undefined;
  /** Null where nothing can be done to many at once. */
  isChosen: boolean | null;
  /** Some are chosen: then every row shows whether it is. */
  isChoosing: boolean;
  onChoose: (isRange: boolean) => void;
};

/** One place of the list: its row, and the tick that chooses it, beside it because a link holds no other control. */
export function ListItem(props: Props) {
  const { ticket, index, top, size, search, isOpen, hasCursor, columns, isChosen, isChoosing, onChoose } =
    props;
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const names = useNames();
  const typing = useCustomersTyping();
  const now = useNow(20_000);
  const isRow = columns !== undefined;
  const tick = isChosen !== null && (
    <Checkbox
      size="xs"
      className={classes['tick'] ?? ''}
      aria-label={t('bulk.choose', { number: ticket.number })}
      checked={isChosen}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        onChoose(true);
      }}
      onChange={() => onChoose(false)}
    />
  );
  return (
    <div
      role={isRow ? 'row' : 'listitem'}
      {...(isRow ? { 'aria-rowindex': index + 2 } : { 'aria-posinset': index + 1, 'aria-setsize': size })}
      className={classes['item']}
      data-table={isRow || undefined}
      data-letter={(!isRow && isLetter(ticket)) || undefined}
      data-chosen={isChosen || undefined}
      data-choosing={isChoosing || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClickCapture={(event) => {
        // Shift and a click on a link would open another window.
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        if (!event.shiftKey || isChosen === null || !isLink) return;
        event.preventDefault();
        event.stopPropagation();
        onChoose(true);
      }}
    >
      {isRow ? (
        <Suspense>
          <TableRow
            ticket={ticket}
            columns={columns}
            search={search}
            hasCursor={hasCursor}
            isOpen={isOpen}
            now={now}
            tick={tick}
          />
        </Suspense>
      ) : (
        <>
          {tick}
          <TicketRow
            ticket={ticket}
            search={search}
            isOpen={isOpen}
            hasCursor={hasCursor}
            isTyping={typing.has(ticket.id)}
            assignee={ticket.assignee_id === null ? '' : names.agent(ticket.assignee_id)}
            isMine={ticket.assignee_id === user.id}
            now={now}
          />
        </>
      )}
    </div>
  );
}
