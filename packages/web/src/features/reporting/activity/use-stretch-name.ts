import { useReference } from '#shared/api/session.ts';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import type { ActivityStretch } from '@trunkline/contract';

type ActivityFields = Pick<ActivityStretch, 'user_activity_id' | 'activity_cause' | 'break_reason_id'>;

/** Returns the function that names a stretch of activity; breaks by their reason. */
export function useStretchName(): (stretch: ActivityFields) => string {
  const nameOf = useActivityName();
  const { data: reference } = useReference();
  return (stretch) => {
    const reason = reference?.break_reasons.find(({ id }) => id === stretch.break_reason_id);
    return reason ? `${nameOf(stretch)} (${reason.name})` : nameOf(stretch);
  };
}
