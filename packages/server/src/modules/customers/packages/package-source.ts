import type { Readable } from 'node:stream';
import type { Query } from '#platform/db';

/** A file of the package; `open` returns undefined where its content is missing. */
export type PackagedFile = { path: string; open: () => Promise<Readable | undefined> };

/** What a module gives of customers: one list, and the files that it refers to. */
export type PackageSource = {
  /** The name of the JSON file. */
  name: PackagePart;
  rows: (q: Query, customerIds: readonly number[]) => AsyncIterable<object>;
  files?: (q: Query, customerIds: readonly number[]) => AsyncIterable<PackagedFile>;
};

/** The lists of a package, in the order of its first page. */
export const PACKAGE_PARTS = [
  'customer',
  'tickets',
  'messages',
  'conversations',
  'contacts',
  'proactive_messages',
  'proactive_emails',
  'emails',
  'calls',
  'phone_calls',
  'visits',
  'web_forms',
  'changes',
] as const;
export type PackagePart = (typeof PACKAGE_PARTS)[number];

const AT_ONCE = 500;

/** Reads page by page, so that a long history is never in memory as a whole. A page begins after the id of the last row. */
export async function* paged<R extends { id: number }>(
  page: (after: number, most: number) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  let after = 0;
  for (;;) {
    const rows = await page(after, AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return;
    after = last.id;
  }
}

/** A name that every system can unpack, and that stays within its folder. */
export const packagedName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what has to go
  name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
