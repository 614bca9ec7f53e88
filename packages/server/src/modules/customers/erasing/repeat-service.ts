import path from 'node:path';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { addErasures, ERASURES_FILE, readErasures, type ErasedOne } from './erasure-list.ts';
import { insertErasure } from './erasing-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  settings: Pick<Settings, 'audit'>;
  /** The list stands there, outside of the database. */
  dataDir: string;
  /** Begins an erasure: the person in this moment, the rest in the background. */
  begin: (id: number) => Promise<void>;
};

/** Where else lists of erasures are kept. */
export type Folders = () => Promise<readonly string[]>;

const TASK = 'customers:repeat-erasures';

/** Who was erased, remembered outside of the database. */
type Repeating = {
  alsoKeptIn(folders: Folders): void;
  /** Before anything of them goes: an erasure that is not on the list would not be repeated. */
  note(q: Query, customerIds: readonly number[]): Promise<void>;
  repeat(): Promise<number>;
};

/**
 * Remembers outside of the database who was erased, so that whoever comes back with a backup from before is erased again at the
 * next start.
 */
export function createRepeating({ db, clock, log, settings, dataDir, begin }: Deps): Repeating {
  const places: Folders[] = [];
  const own = path.join(dataDir, ERASURES_FILE);

  return {
    /** Copies stand there too: beside backups, which may be all that is left. */
    alsoKeptIn: (folders: Folders): void => void places.push(folders),

    /** Before anything of them goes: an erasure that is not on the list would not be repeated. */
    async note(q: Query, customerIds: readonly number[]): Promise<void> {
      const erased = await listErased(q, customerIds, clock.now());
      await addErasures(own, erased);
      for (const folders of places)
        for (const folder of await folders())
          // A disk that is away keeps nobody from being erased: the next backup has the list in it.
          await addErasures(path.join(folder, ERASURES_FILE), erased).catch((error: unknown) =>
            log.warn({ err: error, folder }, 'the list of erasures could not be copied beside the backups'),
          );
    },

    /** Erases again whom a restored database has back. How many that were. */
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

/** Those who are there as if nothing had been; whoever was merged goes with the other one, where that one goes. */
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
