import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromZoned } from '#shared/fields/zoned-time.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { snoozeTimes } from './snooze-times.ts';
import classes from './snooze.module.css';

type Props = {
  /** The label of the button beside a typed time. */
  label: string;
  isBusy: boolean;
  onPick: (at: string) => void;
};

/** Selects a future time: one of some common ones, or any other. */
export function TimeChoices({ label, isBusy, onPick }: Props) {
  const { t } = useTranslation('tickets/snooze');
  const [now] = useState(() => Date.now());
  const [typed, setTyped] = useState('');
  const custom = typed === '' ? null : fromZoned(typed);
  const isPast = custom !== null && Date.parse(custom) <= now;
  return (
    <>
      <div>
        {snoozeTimes(now).map(({ name, at }, index) => (
          <button
            key={name}
            type="button"
            className={classes['choice']}
            data-autofocus={index === 0 || undefined}
            disabled={isBusy}
            onClick={() => onPick(at)}
          >
            <span>{t(`time.${name}`)}</span>
            <span className={classes['at']}>{minuteTime(at)}</span>
          </button>
        ))}
      </div>
      <form
        className={classes['custom']}
        onSubmit={(event) => {
          event.preventDefault();
          if (custom !== null && !isPast) onPick(custom);
        }}
      >
        <TextInput
          type="datetime-local"
          label={t('custom')}
          value={typed}
          error={isPast && t('past')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={custom === null || isPast} loading={isBusy}>
          {label}
        </Button>
      </form>
    </>
  );
}
