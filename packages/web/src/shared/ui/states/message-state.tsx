import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './message-state.module.css';

type Props = {
  icon: Icon;
  title: string;
  hint?: string;
  children?: ReactNode;
  alert?: boolean;
  /** Where it stands for the whole page, its title is the page's heading. */
  isPage?: boolean;
};

/** A sentence in the middle of an empty place, with its next step. */
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
