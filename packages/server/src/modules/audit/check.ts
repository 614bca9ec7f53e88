import type { Db } from '#platform/db';
import { nextHash } from './chain.ts';
import * as store from './chain-store.ts';
import type { ChainAnchor, ChainLink } from './chain-store.ts';

const AT_ONCE = 5000;

type ChainPosition = { position: number; hash: string };
export type AuditCheck = {
  /** Null: the chain is whole. */
  fault: string | null;
  /** How many entries are proven. */
  entries: number;
  /** How many are not chained yet. */
  pending: number;
  /** How many were removed by retention. */
  pruned: number;
  /** The end of the chain: stored elsewhere, it proves later that nothing was cut off. */
  head: ChainPosition;
};

/** Checks the audit log in one snapshot: whether every entry is unchanged, none is missing, and none was inserted. */
export async function checkAudit(db: Pick<Db, 'q'>): Promise<AuditCheck> {
  return db.q
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (q) => {
      const anchor = await store.readAnchor(q);
      let head: ChainPosition = { position: anchor.position, hash: anchor.hash };
      let fault: string | null = null;
      for (;;) {
        const links = await store.listLinks(q, head.position, AT_ONCE);
        for (const link of links) {
          fault = faultOf(head, link);
          if (fault !== null) break;
          head = { position: link.position, hash: link.hash };
        }
        if (fault !== null || links.length < AT_ONCE) break;
      }
      fault ??= await faultOutsideChain(q, anchor);
      return {
        fault,
        entries: head.position - anchor.position,
        pending: await store.countPending(q),
        pruned: anchor.pruned,
        head,
      };
    });
}

function faultOf(
  before: ChainPosition,
  { position, entry_id: id, hash, digest, is_true: isTrue }: ChainLink,
): string | null {
  if (position !== before.position + 1)
    return `the chain goes from place ${before.position} to ${position}: what stood between was removed`;
  if (digest === null) return `entry ${id} at place ${position} was removed`;
  if (hash !== nextHash(before.hash, digest)) return `entry ${id} at place ${position} was changed`;
  return isTrue ? null : `the values of entry ${id} at place ${position} were changed`;
}

async function faultOutsideChain(
  q: Parameters<typeof store.readAnchor>[0],
  anchor: ChainAnchor,
): Promise<string | null> {
  const stray = await store.findUnchained(q, anchor.sealed_to);
  if (stray !== undefined) return `entry ${stray} is not part of the chain`;
  if (!(await store.isSealIntact(q, anchor.sealed_to)))
    return `an entry up to ${anchor.sealed_to}, from before the chain, was changed or removed`;
  const pruned = await store.findPruneAnchor(q);
  if (pruned && (pruned.position !== anchor.position || pruned.hash !== anchor.hash))
    return `the chain begins at place ${anchor.position}, and not at ${pruned.position} where it was pruned`;
  return null;
}

/** The result as a sentence. */
export function auditCheckText({ fault, entries, pending, pruned, head }: AuditCheck): string {
  if (fault !== null) return `The audit log is broken: ${fault}.`;
  const young = pending > 0 ? ` ${pending} are still to be chained.` : '';
  const gone = pruned > 0 ? ` ${pruned} from before were pruned.` : '';
  return `The audit log is whole: ${entries} entries, up to place ${head.position}, ${head.hash}.${young}${gone}`;
}
