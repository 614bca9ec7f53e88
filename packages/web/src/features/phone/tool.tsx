import type { ComponentProps, ComponentType } from 'react';
import { ENDS } from '#shared/lib/keys/use-window-focus.ts';
import classes from './phone.module.css';

export type ToolProps = {
  Icon: ComponentType<{ size: number; stroke: number }>;
  label: string;
  isOn?: boolean;
  isEnd?: boolean;
};

/** A button of the call bar. Other properties are passed on, because it may be the target of a menu. */
export function Tool({ Icon, label, isOn, isEnd, ...button }: ToolProps & ComponentProps<'button'>) {
  return (
    <button
      {...button}
      type="button"
      className={classes['tool']}
      data-end={isEnd || undefined}
      {...(isEnd && ENDS)}
      data-on={isOn || undefined}
      aria-label={label}
      title={label}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
