import type { TicketColumn } from '@trunkline/contract';
import type { Sort } from '../filters.ts';

/** How wide each column is, as a track of a grid. */
const TRACKS: Partial<Record<TicketColumn, string>> = {
  number: '76px',
  customer_name: 'minmax(120px, 1fr)',
  subject: 'minmax(160px, 2fr)',
  status: '104px',
  priority_id: '96px',
  unread: '84px',
  media_id: '120px',
  tags: 'minmax(100px, 1fr)',
};
const TRACK = 'minmax(96px, 130px)';

export const tracksOf = (columns: readonly TicketColumn[]): string =>
  ['28px', ...columns.map((column) => TRACKS[column] ?? TRACK)].join(' ');

/** The orders that a column's head offers, the usual one first. */
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
    /** In which direction the list stands by this column now. */
    direction: sorts[at]?.direction,
    /** What a press makes of it; undefined where it cannot be sorted. */
    next: sorts[(at + 1) % Math.max(1, sorts.length)]?.sort,
  };
}
