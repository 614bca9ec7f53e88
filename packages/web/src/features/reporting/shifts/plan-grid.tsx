import type { PlannedShift, PlanPerson, ShiftPlan } from '@trunkline/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import plain from '#shared/listing/plain-table.module.css';
import { calendarDay, weekday, workTimeText } from '#shared/lib/format.ts';
import { plannedMinutes } from './plan-days.ts';
import classes from './shifts.module.css';

type Props = {
  plan: ShiftPlan;
  /** Missing for users who may only view. */
  onOpen: ((person: PlanPerson, day: string) => void) | undefined;
};

/** The week as a table with a row per person and a column per day. */
export function PlanGrid({ plan, onOpen }: Props) {
  const { t } = useTranslation('reporting/shifts');
  return (
    <div className={plain['wide']} tabIndex={0} role="region" aria-label={t('title')}>
      <table className={classes['grid']}>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            {plan.days.map((day) => (
              <th key={day} scope="col">
                {weekday(day)}
              </th>
            ))}
            <th scope="col" data-figure>
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.people.map((person) => (
            <Row key={person.user_id} person={person} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ person, onOpen }: { person: PlanPerson; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('reporting/shifts');
  const { fullname, is_left: isLeft, days } = person;
  const minutes = days.reduce((sum, { shifts }) => sum + plannedMinutes(shifts), 0);
  return (
    <tr>
      <th scope="row" dir="auto">
        {isLeft ? t('left', { name: fullname }) : fullname}
      </th>
      {days.map(({ day, shifts }) => (
        <td key={day}>
          {onOpen && !isLeft ? (
            <button
              type="button"
              aria-label={t('edit-day', { name: fullname, day: calendarDay(day) })}
              onClick={() => onOpen(person, day)}
            >
              <Shifts shifts={shifts} />
            </button>
          ) : (
            <Shifts shifts={shifts} />
          )}
        </td>
      ))}
      <td data-figure>{minutes > 0 ? workTimeText(minutes * 60) : '–'}</td>
    </tr>
  );
}

function Shifts({ shifts }: { shifts: readonly PlannedShift[] }) {
  const { t } = useTranslation('reporting/shifts');
  if (shifts.length === 0) return '–';
  return shifts.map(({ start, end, breaks }) => (
    <span key={start}>
      {start}–{end}
      {breaks.length > 0 && (
        <small>
          {t('breaks')}{' '}
          {breaks.map((one, index) => (
            <Fragment key={one.start}>
              {index > 0 && ', '}
              <span>
                {one.start}–{one.end}
              </span>
            </Fragment>
          ))}
        </small>
      )}
    </span>
  ));
}
