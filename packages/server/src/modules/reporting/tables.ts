import type { ACTIVITY_FINDINGS, ActivityId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    user_activity_corrections: {
      id: Auto<number>;
      user_id: number;
      during: string;
      user_activity_id: ActivityId;
      break_reason_id: number | null;
      reason: string;
      corrected_by: number;
      corrected_at: Time;
      withdrawn_by: number | null;
      withdrawn_at: Time | null;
    };
    user_activity_findings: {
      day: string;
      user_id: number;
      kind: (typeof ACTIVITY_FINDINGS)[number];
      at: Time;
    };
    service_levels: {
      valid_from: string;
      target_seconds: number;
      short_abandon_seconds: number;
      set_by: number | null;
      set_at: Time;
    };
    user_activity_checks: { day: string; checked_at: Time };
  }
}
