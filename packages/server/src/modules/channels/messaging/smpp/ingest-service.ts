import { createHash, randomUUID } from 'node:crypto';
import type { SmppLine } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { touchAccount } from '../inbound/delivery-store.ts';
import type { SmppDelivery, JoinedPart, SmppTextPart } from './incoming.ts';
import { encodeDelivery, type StoredDelivery } from './read.ts';
import * as store from './ingest-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { wake: (accountId: number) => void };
type Message = Extract<SmppDelivery, { kind: 'message' }>;
type SmsAccount = { accountId: number; alphabet: SmppLine['alphabet'] };

/** Within this time the same content may be a repetition, because the operator did not receive our response. */
const REPEATED_MS = 3_600_000;
/** After this time without a further part the received parts are shown. */
const LATE_MS = 600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Stores deliveries of a line before they are acknowledged. */
export type SmppIngest = {
  /** Returns the id to pass to `heard`, where there is one. */
  storeDelivery(whose: SmsAccount, incoming: SmppDelivery): Promise<number | undefined>;
  /** The operator has received our response for these. */
  noteResponseReceived(ids: readonly number[]): Promise<void>;
  /** Completes long messages whose missing parts did not arrive in time. */
  recoverPending(): Promise<void>;
};

/**
 * Stores deliveries of a line before they are acknowledged. SMPP gives incoming messages no id: the same bytes from the same number are
 * the same message until the message centre has received our response (`heard`), and a new one from then on. Where the connection broke
 * before that, the same content within an hour is a repetition.
 */
export function createSmppIngest({ db, clock, wake }: Deps): SmppIngest {
  /** Written at most once a minute, so that a busy line does not update this row with every message. */
  const touched = new Map<number, number>();
  async function touch(tx: Tx, accountId: number): Promise<void> {
    const now = clock.now();
    if (now.getTime() - (touched.get(accountId) ?? 0) < MINUTE_MS) return;
    await touchAccount(tx.q, accountId, now);
    tx.afterCommit(() => touched.set(accountId, now.getTime()));
  }

  /** Returns the id to close once the operator knows that we have the delivery. */
  async function storePart(
    tx: Tx,
    accountId: number,
    what: StoredDelivery,
    key: string,
  ): Promise<number | undefined> {
    const now = clock.now();
    const digest = createHash('sha256').update(key).digest();
    await store.closeOlderDelivery(tx.q, {
      accountId,
      digest,
      before: new Date(now.getTime() - REPEATED_MS),
    });
    return store.insertDelivery(tx.q, { accountId, body: encodeDelivery(what), digest, now });
  }

  const messageOf = (
    from: string,
    alphabet: SmsAccount['alphabet'],
    pieces: (SmppTextPart | null)[],
  ): StoredDelivery => ({
    id: `mo-${randomUUID()}`,
    at: clock.now().toISOString(),
    from,
    alphabet,
    pieces,
  });

  /** Creates a message from the parts that have arrived. */
  async function finish(tx: Tx, named: JoinedMessage, parts: readonly JoinedPart[]): Promise<void> {
    const { from, of, alphabet } = readJoined(named.joined);
    const pieces = Array.from({ length: of }, (_, at) => {
      const part = parts.find(({ place }) => place === at + 1);
      return part ? { coding: part.coding, bytes: part.bytes } : null;
    });
    await storePart(tx, named.accountId, messageOf(from, alphabet, pieces), randomUUID());
  }

  /** Parts arrive in any order and may be repeated. A part that differs from the stored one with its number belongs to another message. */
  async function join(tx: Tx, named: JoinedMessage, part: JoinedPart, of: number): Promise<void> {
    const now = clock.now();
    const known = await store.lockJoined(tx.q, named, now);
    const there = known.parts.find(({ place }) => place === part.place);
    const isSame = there?.bytes === part.bytes && there.coding === part.coding;
    const isRecent = now.getTime() - Date.parse(known.touched_at) < REPEATED_MS;
    if (isSame && isRecent) return;
    const isOver = known.done_at !== null || there !== undefined;
    if (there && known.done_at === null) await finish(tx, named, known.parts);
    const parts = isOver ? [part] : [...known.parts, part];
    const isDone = parts.length === of;
    if (isDone) await finish(tx, named, parts);
    await store.setJoined(tx.q, named, { parts, now, isDone });
  }

  async function ingestMessage(tx: Tx, whose: SmsAccount, message: Message): Promise<number | undefined> {
    const { accountId, alphabet } = whose;
    const { from, piece, joined } = message;
    if (!joined) {
      const key = JSON.stringify(['message', from, piece]);
      return storePart(tx, accountId, messageOf(from, alphabet, [piece]), key);
    }
    const named = { accountId, joined: JSON.stringify([from, joined.reference, joined.of, alphabet]) };
    await join(tx, named, { ...piece, place: joined.place }, joined.of);
    return undefined;
  }

  return {
    async storeDelivery(whose, incoming) {
      const { accountId } = whose;
      const id = await db.transaction(async (tx) => {
        await touch(tx, accountId);
        if (incoming.kind === 'message') return ingestMessage(tx, whose, incoming);
        const { from, receipt } = incoming;
        return storePart(tx, accountId, { from, receipt }, JSON.stringify(['receipt', from, receipt]));
      });
      wake(accountId);
      return id;
    },

    noteResponseReceived: (ids) => store.closeDelivery(db.q, ids),

    async recoverPending() {
      const now = clock.now().getTime();
      const before = new Date(now - LATE_MS);
      for (const { channel_account_id: accountId, joined } of await store.listIncompleteMessages(
        db.q,
        before,
      )) {
        await db.transaction(async (tx) => {
          const known = await store.lockJoined(tx.q, { accountId, joined }, clock.now());
          if (known.done_at !== null || Date.parse(known.touched_at) >= before.getTime()) return;
          await finish(tx, { accountId, joined }, known.parts);
          await store.setJoined(tx.q, { accountId, joined }, { ...known, now: clock.now(), isDone: true });
        });
        wake(accountId);
      }
      await store.removeDoneMessages(db.q, new Date(now - DAY_MS));
    },
  };
}

type JoinedMessage = { accountId: number; joined: string };

function readJoined(joined: string): { from: string; of: number; alphabet: SmsAccount['alphabet'] } {
  const [from, , of, alphabet] = JSON.parse(joined) as [string, string, number, SmsAccount['alphabet']];
  return { from, of, alphabet };
}
