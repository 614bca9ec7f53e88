import { useId, type ReactNode } from 'react';
import classes from './details.module.css';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A section of the details with its heading. */
export function Section({ title, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={classes['heading']}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
