import { NumberInput, Select, TextInput } from '@mantine/core';
import { isRelativeMoment } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './builder.module.css';

type Props = {
  label: string;
  value: string;
  /** Only the day counts, as for a date of birth: no time zone is applied. */
  isDay: boolean;
  onChange: (value: string) => void;
};

const UNITS = ['m', 'h', 'd'] as const;

/** Chooses a fixed date and time, or one relative to now. */
export function MomentField({ label, value, isDay, onChange }: Props) {
  const { t } = useTranslation('shared/listing');
  const kind = !isRelativeMoment(value) ? 'date' : value.startsWith('-') ? 'ago' : 'ahead';
  const amount = kind === 'date' ? 1 : Number(value.slice(1, -1));
  const unit = kind === 'date' ? 'd' : value.slice(-1);

  function choose(picked: string | null): void {
    if (picked === 'date') onChange(isDay ? toLocal(startOfToday()).slice(0, 10) : startOfToday());
    else onChange(`${picked === 'ago' ? '-' : '+'}${amount}${unit}`);
  }

  return (
    <div className={classes['moment']}>
      <Select
        label={label}
        aria-label={`${label}: ${t('moment.kind')}`}
        className={classes['kind'] ?? ''}
        data={(['ago', 'ahead', 'date'] as const).map((one) => ({
          value: one,
          label: t(`moment.${one}`),
        }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'date' ? (
        <TextInput
          type={isDay ? 'date' : 'datetime-local'}
          aria-label={`${label}: ${t('moment.date')}`}
          value={isDay ? value : toLocal(value)}
          onChange={(event) => {
            const typed = new Date(event.currentTarget.value);
            if (Number.isNaN(typed.getTime())) return;
            onChange(isDay ? event.currentTarget.value : typed.toISOString());
          }}
        />
      ) : (
        <>
          <NumberInput
            aria-label={`${label}: ${t('moment.amount')}`}
            className={classes['amount'] ?? ''}
            min={0}
            max={9999}
            allowDecimal={false}
            value={amount}
            onChange={(next) => onChange(`${value[0]}${Math.min(9999, Number(next) || 0)}${unit}`)}
          />
          <Select
            aria-label={`${label}: ${t('moment.unit')}`}
            className={classes['unit'] ?? ''}
            data={UNITS.map((one) => ({ value: one, label: t(`moment.units.${one}`) }))}
            value={unit}
            onChange={(picked) => onChange(`${value[0]}${amount}${picked ?? unit}`)}
          />
        </>
      )}
    </div>
  );
}

function startOfToday(): string {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return today.toISOString();
}

/** Formats a moment for the browser's own input, in the time zone of this device. */
function toLocal(iso: string): string {
  const date = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
