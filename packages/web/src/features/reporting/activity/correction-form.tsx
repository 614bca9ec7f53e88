import { useLineError } from '#shared/forms/use-line-error.ts';
import { useReference } from '#shared/api/session.ts';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import {
  onOneLine,
  Activity,
  CHOOSABLE_ACTIVITIES,
  type ActivityDays,
  type ActivityStretch,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCorrect } from '../api.ts';
import classes from './activity.module.css';
import { momentAt, timeIn } from './day-time.ts';

type Props = {
  userId: number;
  /** The start of the day, and the time zone of its times. */
  day: Pick<ActivityDays, 'from' | 'time_zone'>;
  during: Pick<ActivityStretch, 'from' | 'until'>;
  onClose: () => void;
};

/** Corrects what an agent did during a past period, with a reason. */
export function CorrectionForm({ userId, day, during, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const lineError = useLineError();
  const { t: filters } = useTranslation('shared/filters');
  const zone = day.time_zone;
  const nameOf = useActivityName();
  const { data: reference } = useReference();
  const correct = useCorrect();
  const [from, setFrom] = useState(timeIn(during.from, zone));
  const [until, setUntil] = useState(timeIn(during.until, zone));
  const [activity, setActivity] = useState<(typeof CHOOSABLE_ACTIVITIES)[number]>(Activity.ready);
  const [breakReason, setBreakReason] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const isBreak = activity === Activity.onBreak;
  const isInOrder = until === '00:00:00' || from < until;
  const isComplete = isInOrder && onOneLine(reason) !== '' && (!isBreak || breakReason !== null);

  function save(): void {
    correct.mutate(
      {
        user_id: userId,
        from: momentAt(day.from, from, zone),
        until: until === '00:00:00' ? during.until : momentAt(day.from, until, zone),
        user_activity_id: activity,
        break_reason_id: isBreak ? Number(breakReason) : null,
        reason,
      },
      {
        onSuccess() {
          toast(t('activity.saved'));
          onClose();
        },
      },
    );
  }

  return (
    <form
      className={classes['form']}
      aria-label={t('activity.correct')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save();
      }}
    >
      <Stack gap={12}>
        <Group grow>
          <TextInput
            type="time"
            step={1}
            label={t('activity.from')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            step={1}
            label={t('activity.until')}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={!isInOrder ? t('activity.wrong-order') : undefined}
          />
        </Group>
        <Group grow align="flex-start">
          <Select
            label={t('activity.really')}
            data={CHOOSABLE_ACTIVITIES.map((id) => ({
              value: String(id),
              label: nameOf({ user_activity_id: id, activity_cause: null }),
            }))}
            value={String(activity)}
            onChange={(value) =>
              setActivity(CHOOSABLE_ACTIVITIES.find((id) => String(id) === value) ?? Activity.ready)
            }
          />
          {isBreak && (
            <Select
              label={filters('reason')}
              placeholder={t('choose')}
              data={(reference?.break_reasons ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name,
              }))}
              value={breakReason}
              onChange={setBreakReason}
            />
          )}
        </Group>
        <TextInput
          label={t('activity.why')}
          description={t('activity.why-hint')}
          value={reason}
          error={lineError(reason)}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {correct.error && (
          <Notice kind="failed">
            {errorCode(correct.error) === 'invalid' ? t('activity.refused') : t('activity.failed')}
          </Notice>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={correct.isPending}>
            {t('activity.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
