import type { Agent } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

type Doing = Pick<Agent, 'user_activity_id' | 'activity_cause'>;

/** What somebody does now, in words: after a call, whether they wrap it up or have missed it. */
export function useActivityName(): (doing: Doing) => string {
  const { t } = useTranslation('shared/activities');
  return ({ user_activity_id: activity, activity_cause: cause }) => t(`name.${cause ?? activity}`);
}
