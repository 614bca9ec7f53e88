import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RANGES, type AppField, type RangedField } from './app-form.ts';
import classes from './settings.module.css';

type Props = {
  field: RangedField;
  label: string;
  hint?: string;
  unit?: string;
  value: number;
  problems: ReadonlySet<AppField>;
  onChange: (value: number) => void;
};

/** A whole number with its unit beside it and its limits in the error. */
export function RangeInput({ field, label, hint, unit, value, problems, onChange }: Props) {
  const { t } = useTranslation('settings');
  const [min, max] = RANGES[field];
  return (
    <NumberInput
      label={label}
      description={hint}
      value={Number.isNaN(value) ? '' : value}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      classNames={{ wrapper: classes['number'] ?? '' }}
      rightSection={unit && <span className={classes['unit']}>{unit}</span>}
      rightSectionWidth={unit ? 84 : 0}
      error={problems.has(field) && t('range', { min, max })}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
    />
  );
}
