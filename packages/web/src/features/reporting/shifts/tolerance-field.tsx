import { Button, NumberInput } from '@mantine/core';
import { ADHERENCE_TOLERANCE_MAX_SECONDS, setAdherenceTolerance, type ShiftPlan } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { durationText } from '#shared/lib/format.ts';
import { usePlanning } from './plan-api.ts';
import classes from './shifts.module.css';

/** Sets the deviation from the plan that does not count against adherence. */
export function ToleranceField({
  plan: { tolerance_seconds: known },
  canEdit,
}: {
  plan: ShiftPlan;
  canEdit: boolean;
}) {
  const { t } = useTranslation('reporting/shifts');
  const { isBusy, plan } = usePlanning();
  const [minutes, setMinutes] = useState<number | string>(known / 60);
  const seconds = Math.round(Number(minutes) * 60);
  if (!canEdit) return <p className={classes['dim']}>{t('tolerance-is', { length: durationText(known) })}</p>;
  return (
    <form
      className={classes['tolerance']}
      onSubmit={(event) => {
        event.preventDefault();
        void plan(async () => {
          await call(setAdherenceTolerance, { body: { tolerance_seconds: seconds } });
          return t('tolerance-set');
        });
      }}
    >
      <NumberInput
        size="xs"
        label={t('tolerance')}
        description={t('tolerance-hint')}
        min={0}
        max={ADHERENCE_TOLERANCE_MAX_SECONDS / 60}
        clampBehavior="strict"
        allowDecimal={false}
        value={minutes}
        onChange={setMinutes}
      />
      <Button
        size="xs"
        type="submit"
        variant="default"
        loading={isBusy}
        disabled={minutes === '' || seconds === known}
      >
        {t('save')}
      </Button>
    </form>
  );
}
