import type { BulkChange, BulkReason } from '@trunkline/contract';
import type { BulkRow } from './store.ts';

const UNDO_MS = 86_400_000;

/** Possible for a day, once, and not while it runs. An undo cannot be undone; the update can be made again. */
export const canUndoBulkChange = (row: BulkRow, now: Date): boolean =>
  row.status !== 'running' &&
  row.undoes === null &&
  row.undone_by === null &&
  row.has_changes &&
  now.getTime() - Date.parse(row.at) < UNDO_MS;

/** Whether anything was changed; a skipped ticket may still have got answers. */
export const hasChangedAnything = ({
  changed,
  left_out: left,
}: Pick<BulkRow, 'changed' | 'left_out'>): boolean => changed > 0 || (left.answered ?? 0) > 0;

/** A bulk update as its owner sees it. */
export function toBulkChange(row: BulkRow, now: Date): BulkChange {
  const left = Object.entries(row.left_out) as [BulkReason, number][];
  return {
    id: row.id,
    at: row.at,
    change: row.change,
    undoes: row.undoes,
    undone_by: row.undone_by,
    status: row.status,
    is_waiting: row.is_waiting,
    total: row.total,
    done: row.done,
    changed: row.changed,
    left_out: left.map(([reason, count]) => ({ reason, count })),
    ended_at: row.ended_at,
    can_undo: canUndoBulkChange(row, now),
  };
}
