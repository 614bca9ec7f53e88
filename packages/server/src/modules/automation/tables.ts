import type { FieldChange, RuleEvent, RuleRun, RuleResult } from '@trunkline/contract';
import '#platform/tables';

/** The details of an event: what changed, or which message was written. */
export type EventDetails = { changes?: FieldChange[]; message?: { id: number; created_at: string } };

declare module '#platform/tables' {
  interface Tables {
    automation_queue: {
      id: Auto<number>;
      ticket_id: number;
      kind: RuleEvent | 'due';
      facts: AutoJson<EventDetails>;
      rule_id: number | null;
      due_at: Time | null;
      done: Auto<number[]>;
      after_rule: number | null;
      depth: Auto<number>;
      attempts: Auto<number>;
      rests_until: Time;
      created_at: Time;
    };
    automation_runs: {
      id: Auto<number>;
      rule_id: number;
      rule_name: string;
      ticket_id: number;
      cause: string;
      at: Time;
      outcome: RuleRun['outcome'];
      work: Json<RuleResult>;
    };
  }
}
