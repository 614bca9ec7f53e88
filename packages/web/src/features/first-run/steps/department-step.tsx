import { configQuery } from '#shared/api/session.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Checkbox, Chip, Input, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clockText, LIMITS, readClock, rowName, writeWeek, onOneLine } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupFrame } from '../setup-frame.tsx';
import { useRefusal } from '../use-refusal.ts';
import classes from '../setup.module.css';
import { firstDepartment, saveDepartment } from './save-department.ts';
import { useStep } from './use-step.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const MIDNIGHT = 1440;
const HALF_HOURS = Array.from({ length: MIDNIGHT / 30 + 1 }, (_, index) => clockText(index * 30));

/** A Monday, from which the names of weekdays are derived. */
const MONDAY = Date.UTC(2024, 0, 1);
const dayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    MONDAY + (weekday - 1) * 86_400_000,
  );

/** Sets up the first department and its office hours. */
export function DepartmentStep() {
  const department = useQuery({ queryKey: ['setup-department'], queryFn: firstDepartment, gcTime: 0 });
  const config = useQuery(configQuery);
  const failed = department.error ?? config.error;
  const retry = () => void Promise.all([department.refetch(), config.refetch()]);
  if (failed) return <ErrorState isPage error={failed} onRetry={retry} />;
  if (department.data === undefined || !config.data) return <Skeletons rows={6} />;
  return <DepartmentForm known={rowName(department.data)} zone={config.data.time_zone} />;
}

function DepartmentForm({ known, zone }: { known: string; zone: string }) {
  const { t } = useTranslation('first-run');
  const language = useLanguage();
  const refusal = useRefusal();
  const [name, setName] = useState(known || t('department.first'));
  const [isAlways, setAlways] = useState(false);
  const [days, setDays] = useState<number[]>([1, 2, 3, 4, 5]);
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('17:00');
  const [joins, setJoins] = useState(true);
  const [isTried, setTried] = useState(false);
  const open = isAlways
    ? { days: WEEK, from_minute: 0, to_minute: MIDNIGHT }
    : { days, from_minute: readClock(from) ?? 0, to_minute: readClock(to) ?? 0 };
  const hasHours = open.days.length > 0 && open.from_minute < open.to_minute;
  const isComplete = hasHours && onOneLine(name) !== '';
  const step = useStep('channel', () => {
    const { days: weekdays, ...period } = open;
    const hours = writeWeek(weekdays.map((weekday) => ({ weekday, ...period })));
    return saveDepartment({
      name: onOneLine(name),
      hours: { name: t('department.hours-name'), time_zone: zone, hours },
      joins,
    });
  });
  return (
    <SetupFrame title={t('department.title')} intro={t('department.intro')} step={3}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isComplete) step.submit();
        }}
      >
        {step.error && <Notice kind="failed">{refusal(step.error)}</Notice>}
        <TextInput
          label={t('department.name')}
          size="md"
          autoFocus
          maxLength={LIMITS.name}
          value={name}
          error={isTried && onOneLine(name) === '' && t('required')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label={t('department.always')}
          checked={isAlways}
          onChange={(event) => setAlways(event.currentTarget.checked)}
        />
        {!isAlways && (
          <>
            <Input.Wrapper
              label={t('department.days')}
              labelElement="div"
              error={isTried && !hasHours && t('department.no-hours')}
            >
              <div className={classes['days']} role="group" aria-label={t('department.days')}>
                {WEEK.map((weekday) => (
                  <Chip
                    key={weekday}
                    checked={days.includes(weekday)}
                    onChange={(isOn) =>
                      setDays(WEEK.filter((each) => (each === weekday ? isOn : days.includes(each))))
                    }
                  >
                    {dayName(weekday, language)}
                  </Chip>
                ))}
              </div>
            </Input.Wrapper>
            <div className={classes['pair']}>
              <Select
                label={t('department.from')}
                size="md"
                allowDeselect={false}
                value={from}
                data={HALF_HOURS.slice(0, -1)}
                onChange={(value) => value && setFrom(value)}
              />
              <Select
                label={t('department.to')}
                size="md"
                allowDeselect={false}
                value={to}
                data={HALF_HOURS.slice(1)}
                onChange={(value) => value && setTo(value)}
              />
            </div>
          </>
        )}
        <p className={classes['dim']}>{t('department.zone', { zone })}</p>
        <Checkbox
          label={t('department.joins')}
          checked={joins}
          onChange={(event) => setJoins(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={step.isSaving}>
          {t('continue')}
        </Button>
      </form>
    </SetupFrame>
  );
}
