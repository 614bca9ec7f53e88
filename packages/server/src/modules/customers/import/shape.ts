import type { CustomerImport } from '@trunkline/contract';
import type { ImportRow } from './store.ts';

/** An import as screens show it. */
export function shapeOf(row: ImportRow): CustomerImport {
  const { user_id: _user, file_id: _file, file_bytes: size, bytes, ended_at, ...rest } = row;
  const isOver = row.state === 'checked' || row.state === 'done';
  return {
    ...rest,
    progress: isOver || size === 0 ? 1 : Math.min(1, bytes / size),
    ended_at: ended_at === null ? null : String(ended_at),
  };
}
