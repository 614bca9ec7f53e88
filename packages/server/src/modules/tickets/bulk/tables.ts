import type { BulkAction, BulkReason } from '@trunkline/contract';
import '#platform/tables';
import type { ChangedFields } from './steps.ts';

declare module '#platform/tables' {
  interface Tables {
    bulk_changes: {
      id: Auto<number>;
      user_id: number;
      at: Time;
      change: Json<BulkAction>;
      undoes: number | null;
      undone_by: number | null;
      status: Auto<'running' | 'done' | 'stopped'>;
      total: number;
      done: Auto<number>;
      changed: Auto<number>;
      left_out: Json<Partial<Record<BulkReason, number>>>;
      worked_at: Time;
      told_at: Time | null;
      ended_at: Time | null;
    };
    bulk_tickets: {
      bulk_id: number;
      ticket_id: number;
      outcome: BulkReason | 'changed' | null;
      before: Json<ChangedFields> | null;
      after: Json<ChangedFields> | null;
    };
  }
}
