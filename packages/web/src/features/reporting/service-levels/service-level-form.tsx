import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, NumberInput, TextInput } from '@mantine/core';
import {
  SERVICE_LEVEL_TARGET_SECONDS_MAX,
  SHORT_ABANDON_SECONDS_MAX,
  type ServiceLevelRule,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetServiceLevel } from '../api.ts';
import classes from '../reporting.module.css';

type Props = { today: string; before: ServiceLevelRule; onClose: () => void };

/** Sets the service level from a given day on: the target in seconds, and which short abandons do not count. */
export function ServiceLevelForm({ today, before, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const set = useSetServiceLevel();
  const [target, setTarget] = useState<number | string>(before.target_seconds);
  const [short, setShort] = useState<number | string>(before.short_abandon_seconds);
  const [day, setDay] = useState(today);
  const isComplete = typeof target === 'number' && typeof short === 'number' && day >= today;

  function save(): void {
    const rule = {
      valid_from: day,
      target_seconds: Number(target),
      short_abandon_seconds: Number(short),
    };
    set.mutate(rule, {
      onSuccess() {
        toast(t('service-level.saved'));
        onClose();
      },
    });
  }

  return (
    <form
      className={classes['rules']}
      aria-label={t('service-level.change')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save();
      }}
    >
      <NumberInput
        label={t('service-level.target')}
        value={target}
        onChange={setTarget}
        min={1}
        max={SERVICE_LEVEL_TARGET_SECONDS_MAX}
        allowDecimal={false}
        clampBehavior="strict"
      />
      <NumberInput
        label={t('service-level.short')}
        value={short}
        onChange={setShort}
        min={0}
        max={SHORT_ABANDON_SECONDS_MAX}
        allowDecimal={false}
        clampBehavior="strict"
      />
      <TextInput
        type="date"
        label={t('service-level.from')}
        value={day}
        min={today}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={day < today ? t('service-level.past') : undefined}
      />
      <Button type="submit" size="sm" disabled={!isComplete} loading={set.isPending}>
        {t('service-level.save')}
      </Button>
      <Button variant="default" size="sm" onClick={onClose}>
        {t('cancel')}
      </Button>
      {set.error && <Notice kind="failed">{t('activity.failed')}</Notice>}
    </form>
  );
}
