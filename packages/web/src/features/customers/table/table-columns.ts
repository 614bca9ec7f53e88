import type { CustomerTableColumn } from '@trunkline/contract';
import type { CSSProperties } from 'react';
import type { CustomerSort } from '../realtime.ts';

/** How wide each column is at least, and how much of what is left it gets. */
const WIDTHS: Partial<Record<CustomerTableColumn, [px: number, share: number]>> = {
  name: [180, 1.4],
  company: [120, 1],
  identity: [160, 1.2],
  open_tickets: [56, 0],
  total_tickets: [56, 0],
  last_contact_at: [120, 0],
  created_at: [96, 0],
  note: [160, 1.2],
};
const WIDTH = [96, 0.8] as const;
const GAP = 16;

/** The tracks of a row, and how wide it is at least: a table that does not fit is moved sideways. */
export function spaceOf(columns: readonly CustomerTableColumn[]): CSSProperties {
  const widths = columns.map((column) => WIDTHS[column] ?? WIDTH);
  const tracks = widths.map(([px, share]) => (share === 0 ? `${px}px` : `minmax(${px}px, ${share}fr)`));
  const least = widths.reduce((sum, [px]) => sum + px + GAP, 2 * GAP);
  return { '--columns': tracks.join(' '), '--least': `${least}px` } as CSSProperties;
}

const BESIDE: readonly CustomerTableColumn[] = ['name', 'identity', 'open_tickets', 'last_contact_at'];
const MOST_BESIDE = 4;

/** What is left of the columns beside an open customer, who has all of it. */
export function besideProfile(columns: readonly CustomerTableColumn[]): readonly CustomerTableColumn[] {
  const left = columns.filter((column) => BESIDE.includes(column));
  return left.length > 1 ? left : columns.slice(0, MOST_BESIDE);
}

/** The orders that heads of columns offer. */
export const SORT_OF: Partial<Record<CustomerTableColumn, CustomerSort>> = {
  name: 'name',
  last_contact_at: 'last_contact',
  created_at: 'created',
};
