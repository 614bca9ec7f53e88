import { z } from 'zod';
import { AppError } from './errors.ts';

/** Keyset paging: a cursor is the sort key and id of the last row seen, so that every page costs the same. */
export type Cursor = { key: string; id: number };

const place = z.tuple([z.string().max(500), z.number().int()]);

export const writeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

export function readCursor(cursor: string | undefined): Cursor | undefined {
  if (!cursor) return undefined;
  try {
    const [key, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { key, id };
  } catch {
    throw new AppError('invalid', [{ path: 'cursor', message: 'Not a valid cursor' }]);
  }
}

/** Makes a page of rows of which one more than `size` was fetched; with a cursor if there is more. */
export function pageOf<Row>(
  found: readonly Row[],
  size: number,
  placeOf: (row: Row) => Cursor,
): { data: Row[]; next: string | null } {
  const data = found.slice(0, size);
  const last = data.at(-1);
  const isMore = found.length > size && last !== undefined;
  return { data, next: isMore ? writeCursor(placeOf(last)) : null };
}
