import { Activity, type ActivityDay } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import classes from './activity.module.css';
import { secondsOverLimit } from './day-axis.ts';

/** What the colours of the day's bars mean. */
export function DayLegend({ people }: { people: readonly ActivityDay[] }) {
  const { t } = useTranslation('reporting');
  const nameOf = useActivityName();
  const stretches = people.flatMap((person) => person.stretches);
  // Calls by telephone and in rooms have the same name and colour.
  const kinds = new Map(
    stretches
      .filter((one) => one.user_activity_id !== Activity.offline)
      .map((one) => [nameOf(one), one.activity_cause ?? one.user_activity_id]),
  );
  return (
    <ul className={classes['legend']} aria-hidden>
      {[...kinds].map(([name, activity]) => (
        <li key={name}>
          <span className={classes['swatch']} data-activity={activity} />
          {name}
        </li>
      ))}
      {people.some((person) => secondsOverLimit(person) > 0) && (
        <li>
          <span className={classes['swatch']} data-activity="3" data-over />
          {t('activity.over-limit')}
        </li>
      )}
      {people.some(({ calls }) => calls.length > 0) && (
        <li>
          <span className={classes['swatch']} data-call />
          {t('activity.with-ticket')}
        </li>
      )}
    </ul>
  );
}
