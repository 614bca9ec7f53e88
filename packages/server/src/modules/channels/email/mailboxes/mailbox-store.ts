import type { MailboxHealth, MailFault } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { StoredServer } from './secrets.ts';
import '../tables.ts';

export type MailboxRow = NonNullable<Awaited<ReturnType<typeof findMailbox>>>;

const joined = (q: Query) =>
  q
    .selectFrom('mailboxes as m')
    .innerJoin('report_channel_accounts as a', 'a.id', 'm.id')
    .selectAll('m')
    .select(['a.name', 'a.department_id', 'a.is_active', 'a.updated_at']);

export const listMailboxes = (q: Query) => joined(q).orderBy('m.id').execute();
export const findMailbox = (q: Query, id: number) => joined(q).where('m.id', '=', id).executeTakeFirst();

type Fields = {
  address: string;
  display_name: string;
  imap: StoredServer;
  smtp: StoredServer;
  folders: string[];
  signature_html: string;
  blocked_senders: string[];
  group_addresses: string[];
  loop_limit: number;
  authserv_id: string;
  quotes_last: boolean;
  takes_existing: boolean;
};

const asRow = ({ imap, smtp, ...plain }: Partial<Fields>) => ({
  ...plain,
  ...(imap && { imap: JSON.stringify(imap) }),
  ...(smtp && { smtp: JSON.stringify(smtp) }),
});

/** The addresses of the company itself: mailboxes, and the groups through which customers write to them. */
export const ownAddresses = ({
  address,
  group_addresses: groups,
}: Pick<MailboxRow, 'address' | 'group_addresses'>): string[] => [address, ...groups];

export async function insertMailbox(q: Query, id: number, { imap, smtp, ...plain }: Fields): Promise<void> {
  const servers = { imap: JSON.stringify(imap), smtp: JSON.stringify(smtp) };
  await q
    .insertInto('mailboxes')
    .values({ id, ...plain, ...servers })
    .execute();
}

export async function updateMailbox(q: Query, id: number, fields: Partial<Fields>): Promise<void> {
  const row = asRow(fields);
  if (Object.keys(row).length > 0) await q.updateTable('mailboxes').set(row).where('id', '=', id).execute();
}

/** Only one mailbox may have an address: two would fetch every mail twice. */
export async function findByAddress(q: Query, address: string) {
  return q.selectFrom('mailboxes').select('id').where('address', '=', address).executeTakeFirst();
}

export async function isMailboxUsed(q: Query, id: number): Promise<boolean> {
  const used = q.selectFrom('mail_messages').select('message_id').where('mailbox_id', '=', id).limit(1);
  return (await used.executeTakeFirst()) !== undefined;
}

export async function removeMailbox(q: Query, id: number): Promise<void> {
  await q.deleteFrom('mails').where('mailbox_id', '=', id).execute();
  await q.deleteFrom('mailboxes').where('id', '=', id).execute();
}

export async function listFileIds(q: Query, mailboxId: number): Promise<string[]> {
  const rows = await q.selectFrom('mails').select('file_id').where('mailbox_id', '=', mailboxId).execute();
  return rows.map((row) => row.file_id);
}

/** Stores the mailbox's health; returns nothing if it has not changed, so that each change is announced once. */
export async function updateHealth(
  q: Query,
  id: number,
  { now, ...health }: { state: MailboxHealth['state']; fault: MailFault | null; said: string; now: Date },
): Promise<boolean> {
  const row = await q
    .updateTable('mailboxes')
    .set({ ...health, since: now, ...(health.state === 'ok' && { last_ok_at: now }) })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('state', '<>', health.state),
        eb('said', '<>', health.said),
        eb('fault', 'is distinct from', health.fault),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchHealth(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('mailboxes').set({ last_ok_at: now }).where('id', '=', id).execute();
}
