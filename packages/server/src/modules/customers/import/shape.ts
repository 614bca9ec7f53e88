import { IMPORT_UNDO_HOURS, type CustomerImport } from '@trunkline/contract';
import type { ImportRow } from './store.ts';

const HOUR_MS = 3_600_000;
const ENDED: readonly ImportRow['state'][] = ['done', 'stopped', 'failed'];

/** Whether the import can still be undone. */
export function canUndoImport(
  { state, applied_at: applied, ended_at: ended }: ImportRow,
  now: Date,
): boolean {
  if (applied === null || ended === null || !ENDED.includes(state)) return false;
  return now.getTime() - new Date(ended).getTime() < IMPORT_UNDO_HOURS * HOUR_MS;
}

type Now = { now: Date; undo: CustomerImport['undo'] };

/** An import as screens get it. */
export function toCustomerImport(row: ImportRow, { now, undo }: Now): CustomerImport {
  const { user_id: _user, file_id: _file, file_bytes: size, bytes, ended_at, ...rest } = row;
  const { applied_at: _applied, undone_at: _undone, ...shown } = rest;
  const isOver = row.state === 'checked' || row.state === 'done' || row.state === 'undone';
  const read = isOver || size === 0 ? 1 : Math.min(1, bytes / size);
  return {
    ...shown,
    progress: row.state === 'undoing' && undo ? undo.done / Math.max(1, undo.total) : read,
    ended_at: ended_at === null ? null : String(ended_at),
    can_undo: canUndoImport(row, now),
    undo,
  };
}
