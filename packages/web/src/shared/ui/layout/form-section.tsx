import { useId, type ReactNode } from 'react';
import classes from './form-section.module.css';

type Props = { title: string; hint?: ReactNode; children: ReactNode };

/** A section of a long form: title and hint at the left, fields at the right. */
export function FormSection({ title, hint, children }: Props) {
  const id = useId();
  return (
    <div className={classes['section']} role="group" aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        {hint && <p className={classes['hint']}>{hint}</p>}
      </div>
      <div className={classes['fields']}>{children}</div>
    </div>
  );
}
