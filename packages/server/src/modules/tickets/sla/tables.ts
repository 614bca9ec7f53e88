import type { SlaClock, SlaEntry, SlaKind, TicketStatus } from '@trunkline/contract';
import type { Selectable } from 'kysely';
import type { Tables as All } from '#platform/tables';
import '#platform/tables';

export type ClockRow = Selectable<All['sla_clocks']>;

declare module '#platform/tables' {
  interface Tables {
    sla_clocks: {
      ticket_id: number;
      kind: SlaKind;
      state: SlaClock['state'];
      target_minutes: number;
      office_hours: string;
      time_zone: string;
      started_at: Time;
      running_since: Time | null;
      spans: Json<[string, string][]>;
      due_at: Time | null;
      remaining_ms: number | null;
      breached_at: Time | null;
      ended_at: Time | null;
    };
    sla_quiet: { ticket_id: number; begins_at: Time | null };
    sla_entries: {
      id: Auto<number>;
      ticket_id: number;
      kind: SlaKind;
      step: SlaEntry['step'];
      cause: SlaEntry['cause'];
      at: Time;
      by: string | null;
      status: TicketStatus;
      priority: string;
      target_minutes: number;
      office_hours: string;
      due_at: Time | null;
      remaining_ms: number | null;
    };
  }
}
