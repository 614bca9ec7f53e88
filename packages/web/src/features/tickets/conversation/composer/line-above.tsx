import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './line-above.module.css';

type Props = {
  sign: Icon;
  /** How it is read out; what has been there all along is not. */
  role?: 'status' | 'alert' | undefined;
  /** It matters before one sends. */
  isLoud?: boolean;
  title?: string;
  /** What can be done about it; none where the person may not. */
  action?: { label: string; onClick: () => void } | undefined;
  children: ReactNode;
};

/** A sentence between the conversation and the reply that is being written. */
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
