import type { BodyOf, MediaId, replyToTicket, Ticket } from '@trunkline/contract';
import '#platform/tables';
import type { Handover } from './responders/tables.ts';

/** The ticket's state before a macro, and its version; macros that ran before versions were kept have none. */
export type MacroBefore = Pick<Ticket, 'status' | 'department_id' | 'assignee_id'> &
  Partial<Pick<Ticket, 'version'>>;

type Reply = BodyOf<typeof replyToTicket>;

export type OfferEnd = 'accepted' | 'declined' | 'timeout' | 'withdrawn';

declare module '#platform/tables' {
  interface Tables {
    scheduled_replies: {
      id: Auto<number>;
      ticket_id: number;
      user_id: number;
      client_key: string;
      reply: Json<Reply>;
      file_ids: Auto<string[]>;
      solves: Auto<boolean>;
      state: Auto<'queued' | 'sent' | 'failed' | 'cancelled'>;
      cancelled_as: 'queued' | 'failed' | null;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      fault: string | null;
      created_at: Time;
    };
    macro_runs: {
      id: Auto<number>;
      macro_id: number;
      ticket_id: number;
      user_id: number;
      client_key: string;
      at: Time;
      before: Json<MacroBefore>;
      version: number;
      undone_at: Time | null;
    };
    conversation_offers: {
      id: Auto<number>;
      conversation_id: number;
      user_id: number;
      offered_at: Time;
      ended_at: Time | null;
      outcome: OfferEnd | null;
    };
    conversations: {
      id: Auto<number>;
      ticket_id: number;
      customer_id: number;
      media_id: MediaId;
      channel_account_id: number;
      address: string;
      department_id: number;
      status: Auto<'waiting' | 'offered' | 'active' | 'ended'>;
      waiting_since: AutoTime;
      offered_to: number | null;
      offered_at: Time | null;
      offer_expires_at: Time | null;
      let_go_at: Time | null;
      passed_over: Auto<number[]>;
      asks_once: Auto<boolean>;
      agent_id: number | null;
      customer_read_id: number | null;
      started_at: AutoTime;
      ended_at: Time | null;
      origin_ticket_id: number | null;
      open_until: Time | null;
      refuses_since: Time | null;
      taken_at: Time | null;
      taken_key: Auto<string | null>;
      held_by: Auto<string | null>;
      held_until: Time | null;
      handed_over: AutoJson<Handover | null>;
    };
  }
}
