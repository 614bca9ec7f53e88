import path from 'node:path';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { addErasures, ERASURES_FILE, readErasures, type ErasedOne } from './erasure-list.ts';
import { insertErasure } from './erasing-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  settings: Pick<Settings, 'audit'>;
  /** The folder of the list, outside of the database. */
  dataDir: string;
  /** Starts an erasure: the person at once, the rest in the background. */
  begin: (id: number) => Promise<void>;
};

/** Other folders with copies of the list. */
export type ListCopyFolders = () => Promise<readonly string[]>;

const TASK = 'customers:repeat-erasures';

/** Remembers outside of the database who was erased. */
type Repeating = {
  registerListCopies(folders: ListCopyFolders): void;
  /** To be called before anything is erased: otherwise a crash could leave an erasure that is not in the list. */
  recordErased(q: Query, customerIds: readonly number[]): Promise<void>;
  repeat(): Promise<number>;
};

/** Customers who come back with an older backup are erased again at the next start. */
export function createErasureRepetition({ db, clock, log, settings, dataDir, begin }: Deps): Repeating {
  const places: ListCopyFolders[] = [];
  const own = path.join(dataDir, ERASURES_FILE);

  return {
    /** Registers folders for copies: next to backups, which may be all that is left. */
    registerListCopies: (folders: ListCopyFolders): void => void places.push(folders),

    /** To be called before anything is erased: otherwise a crash could leave an erasure that is not in the list. */
    async recordErased(q: Query, customerIds: readonly number[]): Promise<void> {
      const erased = await listErased(q, customerIds, clock.now());
      await addErasures(own, erased);
      for (const folders of places)
        for (const folder of await folders())
          // A missing disk does not prevent an erasure: the next backup contains the list.
          await addErasures(path.join(folder, ERASURES_FILE), erased).catch((error: unknown) =>
            log.warn({ err: error, folder }, 'the list of erasures could not be copied beside the backups'),
          );
    },

    /** Erases again customers who came back with a restored database; returns how many. */
    async repeat(): Promise<number> {
      const erased = await readErasures(own);
      if (erased.length === 0) return 0;
      const ids = await db.transaction(async (tx) => {
        const back = await listBack(tx.q, erased);
        const begun: number[] = [];
        for (const { customer_id: customerId, erased_at: at } of back) {
          begun.push(await insertErasure(tx.q, { customerId, userId: null, at: clock.now() }));
          await settings.audit(tx.q, {
            viewer: null,
            job: TASK,
            action: 'customer.erasure_repeated',
            subject: `customer ${customerId}`,
            details: { erased_at: at },
          });
        }
        return begun;
      });
      for (const id of ids) await begin(id);
      return ids.length;
    },
  };
}

async function listErased(q: Query, ids: readonly number[], now: Date): Promise<ErasedOne[]> {
  const { rows } = await sql<{ customer_id: number; created_at: string }>`
    select id as customer_id, created_at from customers where id = any(${ids}::bigint[]) order by id`.execute(
    q,
  );
  return rows.map((row) => ({ ...row, erased_at: now.toISOString() }));
}

/** Those who are in the database and not erased; merged ones are erased with their target, if that is among them. */
async function listBack(q: Query, erased: readonly ErasedOne[]): Promise<ErasedOne[]> {
  const { rows } = await sql<ErasedOne>`
    with listed as (
      select distinct on (c.id) c.id, c.merged_into, c.erased_at, g.created_at, g.erased_at as at
      from json_to_recordset(${JSON.stringify(erased)}::json) as g (
        customer_id bigint, created_at timestamptz, erased_at text)
        join customers c on c.id = g.customer_id and c.created_at = g.created_at
      order by c.id
    )
    select l.id as customer_id, l.created_at, l.at as erased_at from listed l
    where l.erased_at is null and (l.merged_into is null or l.merged_into not in (select id from listed))
      and not exists (select from customer_erasures e where e.customer_id = l.id)
    order by l.id`.execute(q);
  return rows;
}
