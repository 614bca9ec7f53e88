import { languageStore } from '#shared/lib/language.ts';
import { useTranslation } from 'react-i18next';
import { shadeOf } from './chart-data.ts';
import classes from './charts.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Monday first, as weeks begin in both languages. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

type Props = {
  title: string;
  /** By weekday (0 is Sunday) and hour (0 to 23). */
  values: readonly (readonly number[])[];
  format: (value: number) => string;
  onOpen?: (at: { weekday: number; hour: number }) => void;
};

/** A table of the hours of a week, whose cells are the darker the larger their value is. */
export function HeatMap({ title, values, format, onOpen }: Props) {
  const { t } = useTranslation('shared/charts');
  const peak = Math.max(0, ...values.flat());
  const weekday = new Intl.DateTimeFormat(languageStore.get(), { weekday: 'short', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  const nameOf = (day: number) => weekday.format(new Date(Date.UTC(1970, 0, 4 + day)));
  return (
    <figure className={classes['chart']}>
      <figcaption className={classes['title']}>{title}</figcaption>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={title}>
        <table className={classes['heat']}>
          <thead>
            <tr>
              <td>
                <span className="sr-only">{t('weekday')}</span>
              </td>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((day) => (
              <tr key={day}>
                <th scope="row">{nameOf(day)}</th>
                {HOURS.map((hour) => {
                  const value = values[day]?.[hour] ?? 0;
                  const text = value === 0 ? '' : format(value);
                  return (
                    <td key={hour} data-shade={shadeOf(value, peak)}>
                      {onOpen && value > 0 ? (
                        <button type="button" onClick={() => onOpen({ weekday: day, hour })}>
                          {text}
                        </button>
                      ) : (
                        text
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
