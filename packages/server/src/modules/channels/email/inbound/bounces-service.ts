import { writeMailFailure } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import * as emailStore from '../outbound/email-store.ts';
import type { MailRecords } from '../outbound/mail-records.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import * as outbox from '../outbound/outbox-store.ts';
import type { ReadMail } from './read-mail.ts';
import { isCredibleBounce } from './received-mail.ts';

type Deps = { records: Pick<MailRecords, 'setOutcome'> };
type EmailRow = Awaited<ReturnType<typeof emailStore.listByHeaderIds>>[number];
/**
 * The report on a mail of ours that bounced. `isBelieved`: the report is authentic, and was not just sent by somebody who got the
 * mail; `named`: the recipients it names.
 */
export type Bounce = { ours: EmailRow; said: string; isBelieved: boolean; named: string[] };

/** Reads bounces of our mails, and marks those mails as failed. */
export function createBounces({ records }: Deps) {
  return {
    /** Null if the mail reports no permanent failure of one of our mails. */
    async read(tx: Tx, mailbox: MailboxRow, mail: ReadMail): Promise<Bounce | null> {
      const { failure } = mail;
      if (failure === null) return null;
      const ids = [...mail.returned, ...mail.referenceIds];
      const ours = (await emailStore.listByHeaderIds(tx.q, mailbox.id, ids)).find(
        (email) => email.mail_id === null,
      );
      if (!ours) return null;
      const recipients = await outbox.listRecipients(tx.q, ours.message_id);
      const named = recipients.filter((address) => failure.named.has(address));
      return {
        ours,
        said: failure.said,
        isBelieved: named.length > 0 && isCredibleBounce(mail, mailbox),
        named,
      };
    },

    /** Marks our mail as failed; if it reached some recipients, the failure names the others. */
    async tell(tx: Tx, { ours, said, named }: Bounce): Promise<void> {
      const { message_id: id } = ours;
      const left = await outbox.markRecipientsUnreached(tx.q, id, named);
      // It is queued again already, for these recipients too.
      if (left?.state === 'queued') return;
      const isForAll = !left || left.reached.length === 0;
      await records.setOutcome(tx, ours, {
        state: isForAll ? 'failed' : 'sent',
        failure: writeMailFailure('bounced', said),
      });
      if (isForAll) await outbox.markFailed(tx.q, id, said);
    },
  };
}
