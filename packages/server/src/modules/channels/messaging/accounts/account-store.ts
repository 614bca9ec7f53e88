import type { MessagingFault, MessagingHealth, MessagingProvider, SmppLine } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const joined = (q: Query) =>
  q
    .selectFrom('messaging_accounts as m')
    .innerJoin('report_channel_accounts as a', 'a.id', 'm.id')
    .selectAll('m')
    .select(['a.name', 'a.department_id', 'a.is_active', 'a.updated_at', 'a.key']);

export const findAccount = (q: Query, id: number) => joined(q).where('m.id', '=', id).executeTakeFirst();

export const findByAddress = (q: Query, provider: MessagingProvider, address: string) =>
  joined(q).where('m.provider', '=', provider).where('m.address', '=', address).executeTakeFirst();

/** The SMPP account for that host, port and system id. */
export const findByLine = (q: Query, { host, port }: SmppLine, systemId: string) =>
  joined(q)
    .where('m.provider', '=', 'smpp')
    .where(sql`m.smpp ->> 'host'`, '=', host)
    .where(sql`m.smpp ->> 'port'`, '=', String(port))
    .where('m.business_id', '=', systemId)
    .executeTakeFirst();

/** All of them, with how many messages wait to be sent. */
export const listAccounts = (q: Query) =>
  joined(q)
    .select((eb) =>
      eb
        .selectFrom('messaging_outbox as o')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('o.channel_account_id', '=', 'm.id')
        .where('o.state', '=', 'queued')
        .as('waiting'),
    )
    .orderBy('m.id')
    .execute();

type Fields = {
  address: string;
  business_id: string;
  shown_address: string;
  per_second: number;
  sealed_access_token: string;
  sealed_app_secret: string;
  smpp: SmppLine | null;
};

export async function insertAccount(
  q: Query,
  row: Fields & { id: number; provider: MessagingProvider; verify_token: string },
): Promise<void> {
  await q
    .insertInto('messaging_accounts')
    .values({ ...row, smpp: row.smpp && JSON.stringify(row.smpp) })
    .execute();
}

export async function updateAccount(q: Query, id: number, fields: Partial<Fields>): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  const { smpp, ...rest } = fields;
  await q
    .updateTable('messaging_accounts')
    .set({ ...rest, ...(smpp !== undefined && { smpp: smpp && JSON.stringify(smpp) }) })
    .where('id', '=', id)
    .execute();
}

/** Locks the account until the transaction ends: meanwhile no delivery for it can be stored. */
export async function lockAccount(q: Query, id: number): Promise<void> {
  await q.selectFrom('messaging_accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether the account has messages on tickets or will have: it has contacts, or deliveries that are not processed yet. */
export async function isAccountUsed(q: Query, id: number): Promise<boolean> {
  const contact = q.selectFrom('messaging_contacts').select('id').where('channel_account_id', '=', id);
  const delivery = q
    .selectFrom('messaging_deliveries')
    .select('id')
    .where('channel_account_id', '=', id)
    .where('state', '<>', 'done');
  const isKnown = (await contact.limit(1).executeTakeFirst()) !== undefined;
  return isKnown || (await delivery.limit(1).executeTakeFirst()) !== undefined;
}

export async function removeAccount(q: Query, id: number): Promise<void> {
  await q.deleteFrom('messaging_accounts').where('id', '=', id).execute();
}

type Health = { state: MessagingHealth['state']; fault: MessagingFault | null; said: string };

/**
 * Stores the account's health. Returns the previous one if it differs, so that each change is announced once. If the present
 * fault `outlasts` the new one, it is kept.
 */
export async function updateHealth(
  q: Query,
  id: number,
  { now, outlasts, ...health }: Health & { now: Date; outlasts: (known: Health, next: Health) => boolean },
): Promise<{ fault: MessagingFault | null } | undefined> {
  const before = await q
    .selectFrom('messaging_accounts')
    .select(['state', 'fault', 'said'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  if (before.state === health.state && before.fault === health.fault && before.said === health.said)
    return undefined;
  if (outlasts(before, health)) return undefined;
  await q
    .updateTable('messaging_accounts')
    .set({ ...health, since: now })
    .where('id', '=', id)
    .execute();
  return { fault: before.fault };
}

export async function addRefusedCount(q: Query, id: number, count: number): Promise<void> {
  await q
    .updateTable('messaging_accounts')
    .set((eb) => ({ refused: eb('refused', '+', count) }))
    .where('id', '=', id)
    .execute();
}
