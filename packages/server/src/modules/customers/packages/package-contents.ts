import { Readable } from 'node:stream';
import type { Language } from '@trunkline/contract';
import type { ArchiveEntry } from '#platform/zip/archive';
import type { Query } from '#platform/db';
import { firstPage } from './first-page.ts';
import { PACKAGE_PARTS, type PackagedFile, type PackagePart, type PackageSource } from './package-source.ts';

type Contents = {
  q: Query;
  customerIds: readonly number[];
  sources: readonly PackageSource[];
  page: { organisation: string; customer: string; language: Language; madeAt: Date; timeZone: string };
};

/** The entries of a package: the lists, their files, and finally the page that says how much there is of each. */
export async function* packageEntries({
  q,
  customerIds,
  sources,
  page,
}: Contents): AsyncGenerator<ArchiveEntry> {
  const counts: Partial<Record<PackagePart, number>> = {};
  const paths = new Set<string>();
  for (const name of PACKAGE_PARTS) {
    const source = sources.find((one) => one.name === name);
    if (!source) continue;
    const counted = (count: number) => (counts[name] = count);
    const rows = source.rows(q, customerIds);
    const open = () => Promise.resolve(Readable.from(listText(rows, counted)));
    yield { name: `${name}.json`, open, isCompressed: true };
    for await (const entry of filesOf(source, q, customerIds)) {
      if (paths.has(entry.name)) continue;
      paths.add(entry.name);
      yield entry;
    }
  }
  const html = firstPage({ ...page, counts, files: paths.size });
  yield {
    name: 'index.html',
    open: () => Promise.resolve(Readable.from([Buffer.from(html)])),
    isCompressed: true,
  };
}

async function* filesOf(
  { files }: PackageSource,
  q: Query,
  customerIds: readonly number[],
): AsyncGenerator<ArchiveEntry> {
  for await (const { path, open } of files?.(q, customerIds) ?? noFiles()) {
    const bytes = await open();
    if (bytes) yield { name: path, open: () => Promise.resolve(bytes), isCompressed: false };
  }
}

async function* noFiles(): AsyncGenerator<PackagedFile> {}

/** A list as JSON, written while it is read. */
async function* listText(
  rows: AsyncIterable<object>,
  counted: (count: number) => void,
): AsyncGenerator<string> {
  let count = 0;
  yield '[';
  for await (const row of rows) {
    const text = JSON.stringify(row, null, 2).replaceAll('\n', '\n  ');
    yield `${count === 0 ? '' : ','}\n  ${text}`;
    count += 1;
  }
  counted(count);
  yield count === 0 ? ']\n' : '\n]\n';
}
