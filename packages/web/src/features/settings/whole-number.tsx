import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

type Props = {
  label: string;
  description?: ReactNode;
  unit?: string;
  /** NaN while nothing is typed. */
  value: number;
  error?: ReactNode;
  isWide?: boolean;
  /** Whether it gets the focus when its drawer opens. */
  isFirst?: boolean;
  onChange: (value: number) => void;
};

/** An input for a whole number with its unit. Values out of range are reported, not corrected. */
export function WholeNumber({ value, unit, isWide, isFirst, onChange, ...rest }: Props) {
  return (
    <NumberInput
      {...rest}
      value={Number.isNaN(value) ? '' : value}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      classNames={isWide ? {} : { wrapper: classes['number'] ?? '' }}
      rightSection={unit && <span className={classes['unit']}>{unit}</span>}
      rightSectionWidth={unit ? 84 : 0}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
