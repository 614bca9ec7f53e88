import type { Ticket } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { RowCheckbox } from '#shared/table/row-checkbox.tsx';
import type { WindowRow } from '#shared/table/row-window.tsx';
import { isRangeClick } from '#shared/table/table-row.tsx';
import type { RowWindow } from '#shared/table/use-row-window.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useCustomersTyping } from '#features/tickets/presence.ts';
import classes from './ticket-list.module.css';
import { hasSubjectLine } from '../has-subject-line.ts';
import { TicketRow } from './ticket-row.tsx';

type Props = {
  line: WindowRow<Ticket>;
  /** Number of all rows, -1 while it is not known. */
  size: number;
  search: DeskSearch;
  window: RowWindow<Ticket>;
};

/** A row of the list with its checkbox, which is beside the row because a link cannot contain a control. */
export function ListItem({ line, size, search, window }: Props) {
  const { row: ticket, index, top, isOpen, hasCursor } = line;
  const { rows, selection } = window;
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const names = useTicketNames();
  const typing = useCustomersTyping();
  const now = useNow(20_000);
  return (
    <div
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={size}
      data-index={index}
      className={classes['item']}
      data-email={hasSubjectLine(ticket) || undefined}
      data-chosen={selection?.has(ticket.id) || undefined}
      data-choosing={selection?.isAny || undefined}
      style={{ top }}
      onClickCapture={(event) => {
        if (selection && isRangeClick(event)) selection.chooseTo(ticket.id, rows);
      }}
    >
      {selection && (
        <RowCheckbox
          id={ticket.id}
          rows={rows}
          selection={selection}
          label={t('bulk.choose', { number: ticket.number })}
          className={classes['tick'] ?? ''}
        />
      )}
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
    </div>
  );
}
