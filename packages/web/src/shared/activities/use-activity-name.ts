import type { Agent } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

type ActivityFields = Pick<Agent, 'user_activity_id' | 'activity_cause'>;

/** Names an activity; wrap-up is named by its cause, a call that ended or a missed call. */
export function useActivityName(): (doing: ActivityFields) => string {
  const { t } = useTranslation('shared/activities');
  return ({ user_activity_id: activity, activity_cause: cause }) => t(`name.${cause ?? activity}`);
}
