import { useLineError } from '#shared/forms/use-line-error.ts';
import { useAgents } from '#shared/api/session.ts';
import { ApiError } from '#shared/api/api-error.ts';

import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import {
  EXPORT_FORMATS,
  type ReportCode,
  type ReportSchedule,
  SAVED_REPORT_NAME_MAX,
  SCHEDULE_EVERY,
  SCHEDULE_PEOPLE_MAX,
  type SavedReport,
  onOneLine,
} from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type SavedBody, type savedView, useCreateSaved, useUpdateSaved } from './api.ts';
import classes from './saved.module.css';

type Props = {
  report: ReportCode;
  /** The saved view to change; undefined to create one from `view`. */
  known: SavedReport | undefined;
  view: ReturnType<typeof savedView>;
  onClose: () => void;
};

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const MONDAY: ReportSchedule = {
  every: 'week',
  weekday: 1,
  month_day: 1,
  at: '08:00',
  format: 'xlsx',
  user_ids: [],
};

/** The form of a saved view: name, sharing, and the schedule with its recipients. */
export function SavedForm({ report, known, view, onClose }: Props) {
  const { t } = useTranslation('reporting/saved');
  const lineError = useLineError();
  const initial = known ?? { ...view, name: '', is_shared: false, schedule: null };
  const [name, setName] = useState(initial.name);
  const [isShared, setShared] = useState(initial.is_shared);
  const [schedule, setSchedule] = useState<ReportSchedule | null>(initial.schedule);
  const create = useCreateSaved();
  const update = useUpdateSaved();
  const error = create.error ?? update.error;
  const isReady =
    onOneLine(name) !== '' && (!schedule || (CLOCK.test(schedule.at) && schedule.user_ids.length > 0));
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const { range, from, until, is_compared, query } = initial;
    const body: SavedBody = { name, range, from, until, is_compared, query, is_shared: isShared, schedule };
    const onSuccess = () => {
      toast(t('saved', { name }));
      onClose();
    };
    if (known) update.mutate({ id: known.id, body }, { onSuccess });
    else create.mutate({ ...body, report }, { onSuccess });
  }
  return (
    <form className={classes['form']} noValidate onSubmit={handleSubmit}>
      <TextInput
        label={t('field.name')}
        value={name}
        error={lineError(name)}
        maxLength={SAVED_REPORT_NAME_MAX}
        required
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t('field.is_shared')}
        description={t('hint.is_shared')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Switch
        label={t('field.schedule')}
        description={t('hint.schedule')}
        checked={schedule !== null}
        onChange={(event) => setSchedule(event.currentTarget.checked ? (initial.schedule ?? MONDAY) : null)}
      />
      {schedule && (
        <ScheduleFields schedule={schedule} onChange={(patch) => setSchedule({ ...schedule, ...patch })} />
      )}
      {schedule && initial.range === 'custom' && <Notice kind="info">{t('fixed-days')}</Notice>}
      {error && <Notice kind="failed">{failureOf(error, t)}</Notice>}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={create.isPending || update.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

type Words = ReturnType<typeof useTranslation<'reporting/saved'>>['t'];

const failureOf = (error: Error, t: Words): string =>
  error instanceof ApiError && error.code === 'mail_not_configured'
    ? t('no-mail')
    : (error instanceof ApiError && error.words) || t('failed');

type FieldsProps = { schedule: ReportSchedule; onChange: (patch: Partial<ReportSchedule>) => void };

function ScheduleFields({ schedule, onChange }: FieldsProps) {
  const { t } = useTranslation('reporting/saved');
  const { data: agents = [] } = useAgents();
  const { every, weekday, month_day: monthDay, at, format, user_ids: userIds } = schedule;
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('field.every')}
          allowDeselect={false}
          data={SCHEDULE_EVERY.map((value) => ({ value, label: t(`every.${value}`) }))}
          value={every}
          onChange={(value) => value && onChange({ every: value })}
        />
        {every === 'week' && (
          <Select
            label={t('field.weekday')}
            allowDeselect={false}
            data={WEEKDAYS.map((day) => ({ value: String(day), label: t(`weekday.${day}`) }))}
            value={String(weekday)}
            onChange={(value) => onChange({ weekday: Number(value) })}
          />
        )}
        {every === 'month' && (
          <Select
            label={t('field.month_day')}
            allowDeselect={false}
            data={Array.from({ length: 28 }, (_, index) => String(index + 1))}
            value={String(monthDay)}
            onChange={(value) => onChange({ month_day: Number(value) })}
          />
        )}
        <TextInput
          label={t('field.at')}
          value={at}
          maxLength={5}
          error={!CLOCK.test(at) && t('bad-time')}
          onChange={(event) => onChange({ at: event.currentTarget.value })}
        />
        <Select
          label={t('field.format')}
          allowDeselect={false}
          data={EXPORT_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
          value={format}
          onChange={(value) => value && onChange({ format: value })}
        />
      </div>
      <MultiSelect
        label={t('field.user_ids')}
        description={t('hint.user_ids')}
        searchable
        maxValues={SCHEDULE_PEOPLE_MAX}
        nothingFoundMessage={t('not-found')}
        data={agents.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
        value={userIds.map(String)}
        onChange={(values) => onChange({ user_ids: values.map(Number) })}
      />
    </>
  );
}
