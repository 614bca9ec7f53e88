import { sql } from 'kysely';
import type { MergeListener } from '#modules/tickets';
import './tables.ts';

/**
 * Merging moves neither messages nor their mails. When messages are moved, by unmerging or splitting, their mails move along, and
 * the participants by mail become participants of the other ticket too, so that their replies are assigned to it.
 */
export const moveMailsOnMerge: MergeListener = {
  async moved(tx, { messageIds, from, into }) {
    for (const table of ['mail_messages', 'mail_outbox'] as const)
      await tx.q.updateTable(table).set({ ticket_id: into }).where('message_id', 'in', messageIds).execute();
    await tx.q
      .updateTable('mail_proactive_messages')
      .set({ ticket_id: into })
      .where('id', 'in', messageIds)
      .execute();
    await sql`insert into mail_people (ticket_id, address)
      select distinct ${into}::bigint, p.address from mail_people p
      where p.ticket_id = any(${from}::bigint[])
        and exists (select from mail_messages m where m.message_id = any(${messageIds}::bigint[]))
      on conflict do nothing`.execute(tx.q);
  },
};
