import {
  CHANNEL_TRAITS,
  mediaIdsWith,
  REFUSED_MESSAGE_DAYS,
  type Block,
  type Blockable,
  type BodyOf,
  type createBlock,
  type MediaId,
  type RefusedMessage,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import * as store from './block-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  customers: Pick<Customers, 'get' | 'readPhone'>;
  settings: Pick<Settings, 'audit' | 'findAccount'>;
};

/** The addresses by which a sender or caller is known. */
export type SenderOrigin = {
  email?: string | undefined;
  /** As the channel reports it or the person typed it, not normalised. */
  phone?: string | undefined;
  contact?: { accountId: number; address: string };
};
/** The refused message, as the channel shortens it. The same key is recorded once. */
export type NewRefusedMessage = { mediaId: MediaId; body: string; key: string };

/** Blocked addresses, numbers and contacts; a block applies to every channel. */
export type Blocking = {
  isBlocked(q: Query, from: SenderOrigin): Promise<boolean>;
  /** Whether the sender is blocked; if so, what they sent is recorded in this transaction. */
  refuse(tx: Tx, from: SenderOrigin, what: NewRefusedMessage): Promise<boolean>;
  list(): Promise<Block[]>;
  refusals(id: number): Promise<RefusedMessage[]>;
  ofCustomer(customerId: number): Promise<Blockable[]>;
  /** A target that is blocked already keeps its block. @throws AppError `invalid`, `invalid_reference` */
  create(viewer: Viewer, body: BodyOf<typeof createBlock>): Promise<Block>;
  remove(viewer: Viewer, id: number): Promise<void>;
  /** Undoes `remove`, unless the target was blocked again meanwhile. @throws AppError `not_found` */
  restore(viewer: Viewer, id: number): Promise<Block>;
};

const DAY_MS = 86_400_000;
/** A contact is an address on one account; e-mail addresses and phone numbers are blocked on every account. */
const WITH_CONTACTS = mediaIdsWith(({ isAnswered, hasRichText }) => isAnswered && !hasRichText);

export function createBlocking({ db, clock, jobs, customers, settings }: Deps): Blocking {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  jobs.define('conversations:forget-refusals', async () => {
    await store.purgeRefusedMessages(db.q, daysAgo(REFUSED_MESSAGE_DAYS));
    await store.purgeRemovedBlocks(db.q, daysAgo(1));
  });
  jobs.schedule('conversations:forget-refusals', '13 3 * * *');

  async function callerOf({ email, phone, contact }: SenderOrigin): Promise<store.BlockableSender> {
    const number = phone ? await customers.readPhone(phone) : null;
    return {
      ...(email && { emails: [email.toLowerCase()] }),
      ...(number !== null && { phones: [number] }),
      ...(contact && { contact }),
    };
  }

  /** The normal form of a target, in which senders are compared. */
  async function valueOf({ kind, value, account_id: account }: BodyOf<typeof createBlock>) {
    if (kind === 'email') return { value: value.trim().toLowerCase(), account_id: null };
    if (kind === 'phone') {
      const phone = await customers.readPhone(value);
      if (phone === null)
        throw new AppError('invalid', [{ path: 'value', message: 'Not a valid phone number' }]);
      return { value: phone, account_id: null };
    }
    const known = account === null ? undefined : await settings.findAccount(db.q, { id: account });
    if (!known || !WITH_CONTACTS.includes(known.media_id))
      throw new AppError('invalid_reference', [{ path: 'account_id', message: 'Unknown account' }]);
    return { value, account_id: known.id };
  }

  return {
    isBlocked: async (q, from) => (await store.findBlock(q, await callerOf(from))) !== undefined,

    async refuse(tx, from, what) {
      const id = await store.findBlock(tx.q, await callerOf(from));
      if (id === undefined) return false;
      await store.insertRefusedMessage(tx.q, id, { ...what, at: clock.now() });
      return true;
    },

    list: () => store.listBlocks(db.q),

    async refusals(id) {
      found(await store.readBlock(db.q, id));
      return store.listRefusedMessages(db.q, id);
    },

    async ofCustomer(customerId) {
      const { id, identities } = await customers.get(customerId);
      const own = identities.flatMap(({ kind, value }) =>
        kind === 'email' || kind === 'phone' ? [{ kind, value, account_id: null, media_id: null }] : [],
      );
      const contacts = await store.listBlockableContacts(db.q, id, WITH_CONTACTS);
      // Customers with a phone number are blocked by it, whichever channel they use.
      const others = contacts.filter(({ media_id: media }) => media === null || !hasNumbers(media));
      return Promise.all(
        [...own, ...others].map(async (one) => ({
          ...one,
          block_id: (await store.findBlockTarget(db.q, one)) ?? null,
        })),
      );
    },

    async create(viewer, body) {
      const target = { kind: body.kind, ...(await valueOf(body)) };
      return db.transaction(async (tx) => {
        const { name, reason } = body;
        const now = clock.now();
        const id = await store.insertBlock(tx.q, { ...target, name, reason, userId: viewer.id, now });
        if (id !== undefined)
          await settings.audit(tx.q, {
            viewer,
            action: 'block.created',
            subject: `block ${id}`,
            details: { kind: target.kind, value: masked(target.value) },
          });
        const known = id ?? (await store.findBlockTarget(tx.q, target));
        return found(known === undefined ? undefined : await store.readBlock(tx.q, known));
      });
    },

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        const { kind, value } = found(await store.readBlock(tx.q, id));
        await store.markRemoved(tx.q, id, clock.now());
        await settings.audit(tx.q, {
          viewer,
          action: 'block.removed',
          subject: `block ${id}`,
          details: { kind, value: masked(value) },
        });
      }),

    restore: (viewer, id) =>
      db.transaction(async (tx) => {
        const target = found(await store.findRemoved(tx.q, id));
        if (await store.restoreBlock(tx.q, id, target))
          await settings.audit(tx.q, {
            viewer,
            action: 'block.restored',
            subject: `block ${id}`,
            details: { kind: target.kind, value: masked(target.value) },
          });
        const known = await store.findBlockTarget(tx.q, target);
        return found(known === undefined ? undefined : await store.readBlock(tx.q, known));
      }),
  };
}

/** Channels whose addresses are phone numbers. */
const hasNumbers = (media: MediaId): boolean =>
  CHANNEL_TRAITS[media].isSegmented || CHANNEL_TRAITS[media].takesTemplates;

/** Enough to tell two values apart: audit entries stay when the customer is erased. */
const masked = (value: string): string =>
  value.length > 6 ? `${value.slice(0, 3)}…${value.slice(-3)}` : value;
