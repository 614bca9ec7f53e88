import { IconAlertTriangle, IconInfoCircle, IconCircleCheck, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Kind = 'info' | 'done' | 'warning' | 'failed';

const ICONS: Record<Kind, Icon> = {
  info: IconInfoCircle,
  done: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconAlertTriangle,
};

/** A highlighted message within a page. */
export function Notice({
  kind = 'info',
  children,
  actions,
}: {
  kind?: Kind;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const Sign = ICONS[kind];
  return (
    <div className={classes['notice']} data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'}>
      <Sign size={18} stroke={1.75} className={classes['sign']} aria-hidden />
      <div className={classes['text']}>{children}</div>
      {actions}
    </div>
  );
}
