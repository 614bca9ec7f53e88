import { ALERT_TRAITS, type FloorAlert } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useReference } from '#shared/api/session.ts';
import { durationText, number, percent } from '#shared/lib/format.ts';

type Watched = Pick<FloorAlert, 'kind' | 'department_id' | 'media_id' | 'queue' | 'user_activity_id'>;

/** Returns functions that put rules and alerts into words. */
export function useAlertWords() {
  const { t } = useTranslation('monitoring/alerts');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const activityOf = useActivityName();
  return {
    valueOf(kind: FloorAlert['kind'], value: number): string {
      const { unit } = ALERT_TRAITS[kind];
      if (unit === 'seconds') return durationText(value);
      return unit === 'percent' ? percent(value / 100) : number(value);
    },
    /** "Customers waiting: WhatsApp, Care". */
    aboutOf({
      kind,
      department_id: department,
      media_id: media,
      queue,
      user_activity_id: activity,
    }: Watched): string {
      const scope = [
        activity !== null && activityOf({ user_activity_id: activity, activity_cause: null }),
        media !== null && shared(`media.${media}`),
        queue,
        department !== null && reference?.departments.find(({ id }) => id === department)?.name,
      ].filter(Boolean);
      return scope.length === 0 ? t(`kind.${kind}`) : `${t(`kind.${kind}`)}: ${scope.join(', ')}`;
    },
  };
}
