import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './message-state.module.css';

type Props = {
  icon: Icon;
  title: string;
  hint?: string;
  children?: ReactNode;
  alert?: boolean;
  /** Set where it replaces the whole page: its title is then the page's h1. */
  isPage?: boolean;
};

/** A centred message for an empty area, with its next step as children. */
export function MessageState({ icon: Sign, title, hint, children, alert = false, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={classes['state']} role={alert ? 'alert' : undefined}>
      <span className={classes['sign']}>
        <Sign size={20} stroke={1.75} aria-hidden />
      </span>
      <Title className={classes['title']}>{title}</Title>
      {hint && <p className={classes['hint']}>{hint}</p>}
      {children && <div className={classes['actions']}>{children}</div>}
    </div>
  );
}
