import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** The advisory lock for chaining and pruning, which also works while the tables are empty. */
const CHAIN_LOCK = 7_310_015;

type Pending = { entry_id: number; digest: string };
export type ChainAnchor = { position: number; hash: string; sealed_to: number; pruned: number };
export type ChainLink = {
  position: number;
  entry_id: number;
  hash: string;
  /** Null: the entry was removed. */
  digest: string | null;
  /** Whether the remaining values are those that were written. */
  is_true: boolean;
};

/** Takes the lock until the end of the transaction. */
export async function lockChain(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(q);
}

/** Takes entries whose transactions have ended out of the queue, in order. */
export async function removePending(q: Query, most: number): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    with taken as (
      delete from audit_pending where entry_id in (select entry_id from audit_pending order by entry_id limit ${most})
      returning entry_id
    )
    select t.entry_id, encode(audit_digest(e), 'hex') as digest
    from taken t join audit_entries e on e.id = t.entry_id order by t.entry_id`.execute(q);
  return rows;
}

/** The last position and hash of the chain; of an empty chain, its beginning. */
export async function readHead(q: Query): Promise<{ position: number; hash: string }> {
  const { rows } = await sql<{ position: number; hash: string }>`
    (select position, encode(hash, 'hex') as hash from audit_chain order by position desc limit 1)
    union all select position, encode(hash, 'hex') from audit_anchor limit 1`.execute(q);
  const [head] = rows;
  if (!head) throw new Error('The audit log has no beginning');
  return head;
}

export async function insertLinks(
  q: Query,
  links: readonly { position: number; entry_id: number; hash: string }[],
): Promise<void> {
  await sql`insert into audit_chain (position, entry_id, hash)
    select position, entry_id, decode(hash, 'hex')
    from json_to_recordset(${JSON.stringify(links)}::json) as l (position bigint, entry_id bigint, hash text)`.execute(
    q,
  );
}

/** Removes entries, and returns how many. */
export async function pruneAuditEntries(q: Query, before: string, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select prune_audit(${before}, ${most}) as gone`.execute(q);
  return rows[0]?.gone ?? 0;
}

export async function readAnchor(q: Query): Promise<ChainAnchor> {
  const { rows } = await sql<ChainAnchor>`
    select position, encode(hash, 'hex') as hash, sealed_to, pruned from audit_anchor`.execute(q);
  const [anchor] = rows;
  if (!anchor) throw new Error('The audit log has no beginning');
  return anchor;
}

export async function listLinks(q: Query, after: number, most: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select c.position, c.entry_id, encode(c.hash, 'hex') as hash,
      case when e.id is not null then encode(audit_digest(e), 'hex') end as digest,
      not exists (
        select from audit_values v where v.entry_id = c.entry_id
          and sha256(v.salt || convert_to(v.value::text, 'UTF8'))
            is distinct from case v.part when 'details' then e.details_digest else e.source_digest end
      ) as is_true
    from audit_chain c left join audit_entries e on e.id = c.entry_id
    where c.position > ${after} order by c.position limit ${most}`.execute(q);
  return rows;
}

/** The id of an entry that is neither chained, nor queued, nor older than the chain. */
export async function findUnchained(q: Query, sealedTo: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from audit_entries e where e.id > ${sealedTo}
      and not exists (select from audit_chain c where c.entry_id = e.id)
      and not exists (select from audit_pending p where p.entry_id = e.id)
    order by e.id limit 1`.execute(q);
  return rows[0]?.id;
}

export async function countPending(q: Query): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_pending`.execute(q);
  return rows[0]?.n ?? 0;
}

/** Whether entries from before the chain are unchanged since it began, or were removed with an entry that says so. */
export async function isSealIntact(q: Query, sealedTo: number): Promise<boolean> {
  const { rows } = await sql<{ is_whole: boolean }>`
    select coalesce(
      (select l.details ->> 'sha256' = audit_sealed_digest(${sealedTo}) from audit_log l
        where l.action = 'audit.sealed' and l.id > ${sealedTo} order by l.id limit 1),
      not exists (select from audit_entries where id <= ${sealedTo})
    ) as is_whole`.execute(q);
  return rows[0]?.is_whole ?? false;
}

/**
 * The beginning of the chain by the latest entry about pruning; undefined while nothing was pruned, or where that entry was
 * pruned itself.
 */
export async function findPruneAnchor(q: Query): Promise<{ position: number; hash: string } | undefined> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select (details ->> 'position')::bigint as position, details ->> 'hash' as hash from audit_log
    where subject = 'audit' and action = 'audit.pruned' order by at desc, id desc limit 1`.execute(q);
  return rows[0];
}
