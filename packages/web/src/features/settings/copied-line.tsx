import { CopyButton } from '#shared/copy/copy.tsx';
import { useId } from 'react';
import classes from './widgets.module.css';

type Props = { title: string; hint: string; text: string; copy: string };

/** A text with a button that copies it. */
export function CopiedLine({ title, hint, text, copy }: Props) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={classes['dim']}>{hint}</p>
      <pre className={classes['snippet']} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} size="xs">
        {copy}
      </CopyButton>
    </div>
  );
}
