import { Checkbox, NumberInput } from '@mantine/core';
import { copyShifts } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { calendarDate } from '#shared/lib/format.ts';
import { usePlanning } from './plan-api.ts';
import { daysLater } from './plan-days.ts';
import { PlanDrawer } from './plan-drawer.tsx';
import classes from './shifts.module.css';

type Props = { days: readonly string[]; department: number | undefined; onClose: () => void };

const WEEKS_MAX = 12;

/** Copies the current week to the weeks after it. */
export function CopyWeekDrawer({ days, department, onClose }: Props) {
  const { t } = useTranslation('reporting/shifts');
  const { isBusy, plan } = usePlanning();
  const [weeks, setWeeks] = useState(1);
  const [replaces, setReplaces] = useState(false);
  const from = days[0] ?? '';
  async function copy(): Promise<void> {
    const isCopied = await plan(async () => {
      const sum = { copied: 0, kept: 0 };
      for (let week = 1; week <= weeks; week += 1) {
        const body = { from, to: daysLater(from, 7 * week), days: 7, user_id: null, replaces };
        const { data } = await call(copyShifts, { body: { ...body, department_id: department ?? null } });
        sum.copied += data.copied;
        sum.kept += data.kept;
      }
      return t('copied', sum);
    });
    if (isCopied) onClose();
  }
  return (
    <PlanDrawer title={t('copy-week')} action={t('copy')} isBusy={isBusy} onSubmit={copy} onClose={onClose}>
      <p className={classes['dim']}>{t('copy-what', { day: calendarDate(from) })}</p>
      <NumberInput
        label={t('weeks')}
        min={1}
        max={WEEKS_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        value={weeks}
        onChange={(value) => setWeeks(Math.min(WEEKS_MAX, Math.max(1, Number(value) || 1)))}
      />
      <Checkbox
        label={t('replaces')}
        checked={replaces}
        onChange={({ currentTarget: { checked } }) => setReplaces(checked)}
      />
    </PlanDrawer>
  );
}
