import { useTranslation } from 'react-i18next';
import { WholeNumber } from './whole-number.tsx';
import { RANGES, type AppField, type RangedField } from './app/app-form.ts';

type Props = {
  field: RangedField;
  label: string;
  hint?: string;
  unit?: string;
  value: number;
  problems: ReadonlySet<AppField>;
  onChange: (value: number) => void;
};

/** An input for a whole number with its unit; its error names the limits. */
export function RangeInput({ field, label, hint, unit, value, problems, onChange }: Props) {
  const { t } = useTranslation('settings');
  const [min, max] = RANGES[field];
  return (
    <WholeNumber
      label={label}
      description={hint}
      value={value}
      unit={unit}
      error={problems.has(field) && t('range', { min, max })}
      onChange={onChange}
    />
  );
}
