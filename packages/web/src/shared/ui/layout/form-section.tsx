import { useEffect, useId, useRef, type ReactNode } from 'react';
import classes from './form-section.module.css';

type Props = {
  title: string;
  hint?: ReactNode;
  /** The name behind `#` by which links lead to the section. */
  anchor?: string;
  children: ReactNode;
};

/** A section of a long form: title and hint at the left, fields at the right. */
export function FormSection({ title, hint, anchor, children }: Props) {
  const id = useId();
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (anchor === undefined || globalThis.location.hash !== `#${anchor}`) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [anchor]);
  return (
    <div
      ref={section}
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={classes['section']}
      role="group"
      aria-labelledby={id}
    >
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
