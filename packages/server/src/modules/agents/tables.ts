import type { ActivityId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    user_activities: { id: ActivityId; name: string; is_chosen: boolean };
    agent_states: {
      user_id: number;
      user_activity_id: ActivityId;
      break_reason_id: number | null;
      activity_since: AutoTime;
      cause: Auto<string>;
      ends_at: Time | null;
      idle_since: AutoTime;
      last_seen_at: Time | null;
      left_at: Time | null;
    };
    user_skills: { user_id: number; skill_id: number; proficiency: number };
    agent_screens: { server: string; user_id: number };
    user_activity_log: {
      id: Auto<number>;
      user_id: number;
      user_activity_id: ActivityId;
      break_reason_id: number | null;
      started_at: Time;
      cause: string;
    };
  }
}
