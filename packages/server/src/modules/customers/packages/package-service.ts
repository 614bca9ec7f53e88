import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { CustomerPackage, listCustomerPackages, QueryOf, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { writeArchive } from '#platform/zip/archive';
import { AppError, found } from '#platform/errors';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { ErasureParticipant } from '../erasing/erasure-participant.ts';
import { listWithMerged, lockCustomer } from '../erasing/erasing-store.ts';
import { findCustomer } from '../store.ts';
import { ownPackageSources } from './own-sources.ts';
import { packageEntries } from './package-contents.ts';
import type { PackageSource } from './package-source.ts';
import * as store from './package-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'log'> & {
  settings: Pick<Settings, 'config' | 'audit' | 'customFields' | 'retention'>;
  erasing: { register: (one: ErasureParticipant) => void };
};

const TASK = 'customers:package';
const DAY_MS = 86_400_000;

export type CustomerPackages = {
  /** For modules that store something of customers. */
  register(one: PackageSource): void;
  /** Deletes expired packages. */
  expire(): Promise<void>;
  /** Of all customers, newest first. */
  request(viewer: Viewer, customerId: number): Promise<CustomerPackage>;
  /** Of all customers, newest first. */
  list(query: QueryOf<typeof listCustomerPackages>): Promise<ResponseOf<typeof listCustomerPackages>>;
  /**
   * Opens a package, and writes that to the audit log before the first byte is sent. @throws AppError `not_found` where there
   * is no file, or not any more
   */
  open(viewer: Viewer, id: number): Promise<{ name: string; bytes: Readable }>;
  remove(viewer: Viewer, id: number): Promise<void>;
};

/**
 * Everything that is stored of a customer as one file: made in the background, available once complete, and deleted after some
 * days.
 */
export function createPackages({ db, clock, jobs, files, log, settings, erasing }: Deps): CustomerPackages {
  const sources: PackageSource[] = ownPackageSources({ settings });

  /** When the customer is erased, their packages are deleted too. */
  erasing.register({
    async ofPerson(q, { customerIds }) {
      const gone = await store.removePackagesOf(q, customerIds);
      return { counts: { copies: gone.length }, files: gone.map(({ file_id }) => file_id) };
    },
  });

  async function write({ customer_id: id, file_id: fileId }: store.PackageRow): Promise<number> {
    const customerIds = await listWithMerged(db.q, id);
    const customer = found(await findCustomer(db.q, id));
    const { organisation, time_zone: timeZone } = await settings.config();
    const page = {
      organisation,
      timeZone,
      customer: customer.name,
      language: customer.language,
      madeAt: clock.now(),
    };
    const target = files.path(fileId);
    await writeArchive(target, packageEntries({ q: db.q, customerIds, sources, page }));
    return (await fs.stat(target)).size;
  }

  /** Made anew after an interruption: the file only gets its name once it is complete. */
  jobs.define<{ id: number }>(TASK, async ({ id }) => {
    const row = await store.findPackage(db.q, id);
    if (!row || !(await store.updatePackage(db.q, id, { state: 'running' }))) return;
    const endedAt = clock.now();
    const days = (await settings.retention.days('packages')) ?? 0;
    const expiresAt = new Date(endedAt.getTime() + days * DAY_MS);
    try {
      const bytes = await write(row);
      // The customer may have been erased meanwhile.
      await store.updatePackage(db.q, id, { state: 'done', bytes, endedAt, expiresAt });
      if (!(await store.findPackage(db.q, id))) await files.remove(row.file_id);
    } catch (error) {
      log.error({ err: error, package: id }, 'an export of a customer was not made');
      await store.updatePackage(db.q, id, { state: 'failed', endedAt, expiresAt });
    }
  });

  async function expire(): Promise<void> {
    for (const { id, file_id: fileId } of await store.listExpired(db.q, clock.now())) {
      await files.remove(fileId);
      await store.removePackage(db.q, id);
    }
  }
  // If the retention was shortened, packages are deleted before the time that they were given.
  settings.retention.register('packages', {
    count: store.countExpired,
    async remove({ q }, before, most) {
      const gone = await store.removeExpiredPackages(q, before, most);
      return { count: gone.length, files: gone.map(({ file_id }) => file_id) };
    },
  });
  jobs.define('customers:expire-packages', expire);
  jobs.schedule('customers:expire-packages', '23 * * * *');

  /** @throws AppError `not_found` where there is no file, or not any more */
  async function demandDone(id: number): Promise<store.PackageRow> {
    const row = found(await store.findPackage(db.q, id));
    const isOver = row.expires_at === null || new Date(row.expires_at) <= clock.now();
    if (row.state !== 'done' || isOver || !files.has(row.file_id)) throw new AppError('not_found');
    return row;
  }

  return {
    register: (one: PackageSource): void => void sources.push(one),

    expire,

    request: (viewer: Viewer, customerId: number): Promise<CustomerPackage> =>
      db.transaction(async (tx) => {
        const customer = found(await lockCustomer(tx.q, customerId));
        if (customer.erased_at !== null) throw new AppError('conflict', { reason: 'customer_erased' });
        const id = await store.insertPackage(tx.q, { customerId, userId: viewer.id, at: clock.now() });
        if (id !== undefined) {
          await settings.audit(tx.q, {
            viewer,
            action: 'customer.export_requested',
            subject: `customer ${customerId}`,
          });
          await tx.enqueue(TASK, { id }, { key: `${TASK}:${id}` });
        }
        return found(await store.findLatest(tx.q, [customerId]));
      }),

    async list({
      cursor,
      limit,
    }: QueryOf<typeof listCustomerPackages>): Promise<ResponseOf<typeof listCustomerPackages>> {
      const rows = await store.listPackages(db.q, { limit: limit + 1, after: readCursor(cursor) });
      const last = rows[limit - 1];
      const more = rows.length > limit && last;
      return {
        data: rows.slice(0, limit),
        next: more ? writeCursor({ key: last.requested_at, id: last.id }) : null,
      };
    },

    async open(viewer: Viewer, id: number): Promise<{ name: string; bytes: Readable }> {
      const { customer_id: customerId, file_id: fileId } = await demandDone(id);
      await settings.audit(db.q, {
        viewer,
        action: 'customer.export_downloaded',
        subject: `customer ${customerId}`,
        details: { package: id },
      });
      return { name: `customer-${customerId}.zip`, bytes: files.read(fileId) };
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const gone = found(await store.removePackage(tx.q, id));
        await files.remove(gone.file_id);
        await settings.audit(tx.q, {
          viewer,
          action: 'customer.export_removed',
          subject: `customer ${gone.customer_id}`,
          details: { package: id },
        });
      });
    },
  };
}
