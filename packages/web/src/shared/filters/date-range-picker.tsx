import { calendarDate } from '#shared/lib/format.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  currentDayIn,
  comparisonDays,
  daysOfRange,
  isRange,
  RANGES,
  type CalendarDays,
  type RangeName,
  type RangeSearch,
} from '@trunkline/contract';
import classes from './date-range.module.css';

type Props = {
  value: RangeSearch;
  onChange: (value: RangeSearch) => void;
  /** Whether a comparison with the period before is offered. */
  canCompare?: boolean;
};

/** Chooses a period, by name or by its first and last day, in the workspace's time zone. */
export function DateRangePicker({ value, onChange, canCompare = true }: Props) {
  const { t } = useTranslation('shared/filters');
  const [now] = useState(() => Date.now());
  const today = currentDayIn(timeZoneStore.get(), now);
  const { range = 'today', compare } = value;
  const days = daysOfRange(value, today);
  const [typed, setTyped] = useState<CalendarDays>(days);
  const isWrong = range === 'custom' && !isRange(typed);

  function choose(name: RangeName): void {
    const kept = compare ? { compare } : {};
    if (name !== 'custom') return onChange({ range: name, ...kept });
    setTyped(days);
    onChange({ range: 'custom', ...days, ...kept });
  }

  function type(change: Partial<CalendarDays>): void {
    const next = { ...typed, ...change };
    setTyped(next);
    // While a date is typed only in part, the last complete period stays.
    if (isRange(next)) onChange({ ...value, ...next });
  }

  return (
    <div className={classes['range']}>
      <NativeSelect
        label={t('range')}
        value={range}
        onChange={(event) => choose(RANGES.find((name) => name === event.currentTarget.value) ?? 'today')}
        data={RANGES.map((name) => ({ value: name, label: t(`range-name.${name}`) }))}
      />
      {range === 'custom' && (
        <>
          <TextInput
            type="date"
            label={t('from')}
            value={typed.from}
            onChange={(event) => type({ from: event.currentTarget.value })}
            error={isWrong ? t('not-a-range') : undefined}
          />
          <TextInput
            type="date"
            label={t('to')}
            value={typed.to}
            onChange={(event) => type({ to: event.currentTarget.value })}
          />
        </>
      )}
      {canCompare && (
        <Switch
          className={classes['compare']}
          label={t('compare')}
          description={compare ? t('before', { days: inWords(comparisonDays(value, today)) }) : undefined}
          checked={compare === true}
          onChange={({ currentTarget: { checked } }) => {
            const { compare: _, ...rest } = value;
            onChange(checked ? { ...rest, compare: true } : rest);
          }}
        />
      )}
    </div>
  );
}

const inWords = ({ from, to }: CalendarDays): string =>
  from === to ? calendarDate(from) : `${calendarDate(from)} – ${calendarDate(to)}`;
