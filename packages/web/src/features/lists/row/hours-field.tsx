import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import {
  clockText,
  PERIODS_PER_DAY,
  readClock,
  readDay,
  readWeek,
  writeDay,
  writeWeek,
  type DayPeriod,
  type WeekPeriod,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayName } from '../calendar-words.ts';
import classes from './hours-field.module.css';

type Props = {
  of: 'week' | 'day';
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const WORKDAYS = [2, 3, 4, 5];
const MORNING: DayPeriod = { from_minute: 540, to_minute: 1020 };
const MIDNIGHT = 1440;

/** The input for opening hours in local time: periods for each day of a week, or for one day. */
export function HoursField({ of, label, description, error, value, onChange }: Props) {
  const { t, i18n } = useTranslation('lists');
  // The periods as typed, because the stored text cannot hold periods that are not valid yet.
  const [typed, setTyped] = useState<readonly WeekPeriod[]>([]);
  const isMine = write(of, typed) === value;
  const periods = isMine ? typed : (read(of, value) ?? typed);
  const days = of === 'week' ? WEEKDAYS : [1];

  function setPeriods(next: readonly WeekPeriod[]): void {
    setTyped(next);
    onChange(write(of, next));
  }
  const ofDay = (weekday: number) => periods.filter((one) => one.weekday === weekday);
  const setDay = (weekdays: readonly number[], day: readonly DayPeriod[]) =>
    setPeriods(
      WEEKDAYS.flatMap((weekday) =>
        weekdays.includes(weekday) ? day.map((one) => ({ ...one, weekday })) : ofDay(weekday),
      ),
    );

  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className={classes['days']} role="group" aria-label={label}>
        {days.map((weekday) => {
          const name = of === 'week' ? weekdayName(weekday, i18n.language, 'long') : '';
          return (
            <div key={weekday} className={classes['day']}>
              {name && <span className={classes['name']}>{name}</span>}
              <DayHours name={name} periods={ofDay(weekday)} onChange={(day) => setDay([weekday], day)} />
            </div>
          );
        })}
        {of === 'week' && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={classes['same'] ?? ''}
            onClick={() => setDay(WORKDAYS, ofDay(1))}
          >
            {t('hours.same')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}

type DayProps = {
  name: string;
  periods: readonly DayPeriod[];
  onChange: (periods: readonly DayPeriod[]) => void;
};

function DayHours({ name, periods, onChange }: DayProps) {
  const { t } = useTranslation('lists');
  const change = (index: number, part: Partial<DayPeriod>) =>
    onChange(periods.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const last = periods.at(-1);
  return (
    <div className={classes['periods']}>
      {periods.length === 0 && <span className={classes['closed']}>{t('hours.closed')}</span>}
      {periods.map((period, index) => (
        // By index, because two periods may be equal while one of them is being typed.
        <span key={index} className={classes['period']}>
          <ClockInput
            label={t('hours.from', { day: name, n: index + 1 })}
            minute={period.from_minute}
            onChange={(minute) => change(index, { from_minute: minute })}
          />
          <span aria-hidden>–</span>
          <ClockInput
            label={t('hours.to', { day: name, n: index + 1 })}
            minute={period.to_minute}
            // A period that ends at 00:00 ends at the midnight after the day.
            onChange={(minute) => change(index, { to_minute: minute || MIDNIGHT })}
          />
          <ActionIcon
            size={24}
            aria-label={t('hours.remove', { day: name, n: index + 1 })}
            onClick={() => onChange(periods.filter((_, at) => at !== index))}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {periods.length < PERIODS_PER_DAY && (last?.to_minute ?? 0) < MIDNIGHT && (
        <ActionIcon
          size={24}
          aria-label={t('hours.add', { day: name })}
          onClick={() => onChange([...periods, nextPeriod(last)])}
        >
          <IconPlus size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

type ClockProps = { label: string; minute: number; onChange: (minute: number) => void };

/** A time input on 24 hours, whatever the browser's country uses: `930` becomes 09:30. */
function ClockInput({ label, minute, onChange }: ClockProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function addPeriod(): void {
    const read = typed === null ? null : readTyped(typed);
    setTyped(null);
    if (read !== null && read !== minute) onChange(read);
  }
  return (
    <input
      aria-label={label}
      inputMode="numeric"
      maxLength={5}
      className={classes['clock']}
      value={typed ?? clockText(minute)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        // A complete time counts at once, so that the save button is enabled without leaving the field.
        const whole = text.length === 5 ? readClock(text) : null;
        if (whole !== null) onChange(whole);
      }}
      onBlur={addPeriod}
      // Enter submits the form, which must have the value by then.
      onKeyDown={(event) => event.key === 'Enter' && addPeriod()}
    />
  );
}

function readTyped(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  const padded = digits.length <= 2 ? `${digits}00` : digits;
  return readClock(`${padded.slice(0, -2)}:${padded.slice(-2)}`);
}

/** Returns a period after the last one, as long as the day allows. */
function nextPeriod(last: DayPeriod | undefined): DayPeriod {
  if (!last) return MORNING;
  const from = Math.min(last.to_minute + 60, MIDNIGHT - 1);
  return { from_minute: from, to_minute: Math.min(from + 240, MIDNIGHT) };
}

const read = (of: Props['of'], text: string): WeekPeriod[] | null =>
  of === 'week' ? readWeek(text) : (readDay(text)?.map((one) => ({ ...one, weekday: 1 })) ?? null);

const write = (of: Props['of'], periods: readonly WeekPeriod[]): string =>
  of === 'week' ? writeWeek(periods) : writeDay(periods);
