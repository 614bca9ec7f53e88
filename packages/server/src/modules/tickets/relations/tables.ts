import type { TicketNotice, TicketStatus } from '@trunkline/contract';
import '#platform/tables';
import type { BeforeAfter } from '../undo/values-to-restore.ts';

/** The state to restore when a ticket is unmerged. */
export type BeforeMerge = {
  /** Of the merged ticket. */
  status: TicketStatus;
  solved_at: string | null;
  waiting_since: string | null;
  unread: number;
  /** What the target got from the merged ticket, to be removed by unmerging. */
  tags: string[];
  /** The assignee that the target got by the merge; missing in older rows. */
  assignee_id?: number | null;
  followers: number[];
  /** Both tickets before and after the merge; null once another ticket was unmerged from either. */
  kept?: { from: BeforeAfter; into: BeforeAfter } | null;
};

declare module '#platform/tables' {
  interface Tables {
    ticket_merges: {
      id: Auto<number>;
      ticket_id: number;
      into_id: number;
      merged_by: number | null;
      merged_at: Time;
      last_message_id: number;
      before: Json<BeforeMerge>;
      parted_by: number | null;
      parted_at: Time | null;
    };
    ticket_links: {
      ticket_id: number;
      other_id: number;
      kind: 'related' | 'parent';
      created_by: number | null;
      created_at: Time;
    };
    ticket_followers: { ticket_id: number; user_id: number; since: Time };
    ticket_notices: {
      id: Auto<number>;
      user_id: number;
      ticket_id: number;
      kind: TicketNotice['kind'];
      message_id: number | null;
      by_name: string;
      text: Auto<string>;
      count: Auto<number>;
      at: Time;
      read_at: Time | null;
    };
  }
}
