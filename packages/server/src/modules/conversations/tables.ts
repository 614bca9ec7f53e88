import type { MediaId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
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
      passed_over: Auto<number[]>;
      asks_once: Auto<boolean>;
      agent_id: number | null;
      customer_read_id: number | null;
      started_at: AutoTime;
      ended_at: Time | null;
      origin_ticket_id: number | null;
    };
  }
}
