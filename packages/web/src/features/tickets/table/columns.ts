import type { TicketColumn } from '@trunkline/contract';
import type { ColumnWidth } from '#shared/table/columns.ts';
import type { Sort } from '../filters.ts';

const TIME: ColumnWidth = { px: 116, share: 0.2 };

/** The width of each column. Remaining space goes to customer and subject, whose long texts would be cut first. */
const WIDTHS: Partial<Record<TicketColumn, ColumnWidth>> = {
  number: { px: 76 },
  customer_name: { px: 120, share: 1 },
  subject: { px: 160, share: 2 },
  status: { px: 104 },
  priority_id: { px: 96 },
  unread: { px: 84 },
  media_id: { px: 120 },
  tags: { px: 100, share: 1 },
  last_message_at: TIME,
  waiting_since: TIME,
  sla_due_at: TIME,
  created_at: TIME,
  solved_at: TIME,
};

export const widthOf = (column: TicketColumn): ColumnWidth => WIDTHS[column] ?? { px: 96, share: 0.7 };

/** The sort orders of a column's head, the usual one first. */
const SORTS: Partial<Record<TicketColumn, { sort: Sort; direction: 'ascending' | 'descending' }[]>> = {
  last_message_at: [
    { sort: 'newest', direction: 'descending' },
    { sort: 'oldest', direction: 'ascending' },
  ],
  created_at: [{ sort: 'created', direction: 'descending' }],
  waiting_since: [{ sort: 'waiting', direction: 'ascending' }],
  sla_due_at: [{ sort: 'due', direction: 'ascending' }],
  priority_id: [
    { sort: 'priority_high', direction: 'descending' },
    { sort: 'priority_low', direction: 'ascending' },
  ],
  subject: [
    { sort: 'subject_az', direction: 'ascending' },
    { sort: 'subject_za', direction: 'descending' },
  ],
  number: [
    { sort: 'number_high', direction: 'descending' },
    { sort: 'number_low', direction: 'ascending' },
  ],
};

export function sortsOf(column: TicketColumn, current: Sort) {
  const sorts = SORTS[column] ?? [];
  const at = sorts.findIndex(({ sort }) => sort === current);
  return {
    /** The direction in which the list is sorted by this column, if it is. */
    direction: sorts[at]?.direction,
    /** The sort order after a click; undefined where the column is not sortable. */
    next: sorts[(at + 1) % Math.max(1, sorts.length)]?.sort,
  };
}
