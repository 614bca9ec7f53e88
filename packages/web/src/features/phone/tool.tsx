import type { ComponentProps, ComponentType } from 'react';
import classes from './phone.module.css';

export type ToolProps = {
  Icon: ComponentType<{ size: number; stroke: number }>;
  label: string;
  isOn?: boolean;
  isEnd?: boolean;
};

/** What else it is given is for the button: it may be what opens a menu. */
export function Tool({ Icon, label, isOn, isEnd, ...button }: ToolProps & ComponentProps<'button'>) {
  return (
    <button
      {...button}
      type="button"
      className={classes['tool']}
      data-end={isEnd || undefined}
      data-on={isOn || undefined}
      aria-label={label}
      title={label}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
