import type { ColumnWidth } from '#shared/table/columns.ts';
import type { CustomerTableColumn } from '@trunkline/contract';
import type { CustomerSort } from '../realtime.ts';

/** Each column's least width and its share of the remaining width. */
const WIDTHS: Partial<Record<CustomerTableColumn, ColumnWidth>> = {
  name: { px: 180, share: 1.4 },
  company: { px: 120, share: 1 },
  identity: { px: 160, share: 1.2 },
  open_tickets: { px: 56 },
  total_tickets: { px: 56 },
  last_contact_at: { px: 120 },
  created_at: { px: 96 },
  note: { px: 160, share: 1.2 },
};

export const widthOf = (column: CustomerTableColumn): ColumnWidth => WIDTHS[column] ?? { px: 96, share: 0.8 };

const BESIDE: readonly CustomerTableColumn[] = ['name', 'identity', 'open_tickets', 'last_contact_at'];
const MOST_BESIDE = 4;

/** Returns the columns to keep beside an open profile, which shows all fields anyway. */
export function columnsBesideProfile(
  columns: readonly CustomerTableColumn[],
): readonly CustomerTableColumn[] {
  const left = columns.filter((column) => BESIDE.includes(column));
  return left.length > 1 ? left : columns.slice(0, MOST_BESIDE);
}

/** The sort orders that column heads offer. */
export const SORT_OF: Partial<Record<CustomerTableColumn, CustomerSort>> = {
  name: 'name',
  last_contact_at: 'last_contact',
  created_at: 'created',
};
