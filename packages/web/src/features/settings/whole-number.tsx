import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

type Props = {
  label: string;
  description?: ReactNode;
  unit?: string;
  /** NaN: nothing is typed. */
  value: number;
  error?: ReactNode;
  isWide?: boolean;
  /** Gets the focus of the drawer that it is in. */
  isFirst?: boolean;
  onChange: (value: number) => void;
};

/** A number of something that comes in ones, with its unit beside it. What is out of range is said, not corrected. */
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
