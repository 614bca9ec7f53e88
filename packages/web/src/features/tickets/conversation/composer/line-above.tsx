import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './line-above.module.css';

type Props = {
  sign: Icon;
  /** How screen readers announce it; none for what has been there from the beginning. */
  role?: 'status' | 'alert' | undefined;
  /** Set where it matters before sending. */
  isLoud?: boolean;
  title?: string;
  /** What can be done about it; undefined where the user lacks permission. */
  action?: { label: string; onClick: () => void } | undefined;
  children: ReactNode;
};

/** A sentence between the conversation and the composer. */
export function LineAbove({ sign: Sign, role, isLoud = false, title, action, children }: Props) {
  return (
    <div
      className={classes['line']}
      data-loud={isLoud || undefined}
      data-asked={role === 'alert' || undefined}
    >
      <Sign size={16} stroke={1.75} aria-hidden />
      <p className={classes['words']} role={role} title={title}>
        {children}
      </p>
      {action && (
        <button type="button" className={classes['action']} onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}
