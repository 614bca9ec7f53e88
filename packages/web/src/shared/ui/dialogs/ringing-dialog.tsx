import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import classes from './ringing-dialog.module.css';

/** Answers a call from wherever the keyboard is, also while one types; on a Mac Cmd does as well as Ctrl. */
const ANSWER_KEY = 'mod+.';

type Props = {
  title: string;
  /** Who calls, read out at once by screen readers. */
  caller: string;
  /** What the answering key does; none where there is nothing to answer any more. */
  onAnswer: (() => void) | null;
  children: ReactNode;
};

/**
 * A call that comes by itself. It takes neither the focus nor the next key, and the page below stays in use: whoever types goes on
 * typing, and may change their status instead of answering. Nothing but the call's own buttons puts it away.
 */
export function RingingDialog({ title, caller, onAnswer, children }: Props) {
  const { t } = useTranslation('shared');
  const key = { key: ANSWER_KEY, description: t('answer'), group: title };
  useShortcuts(onAnswer ? [{ ...key, run: onAnswer }] : []);
  return (
    <section className={classes['dialog']} role="dialog" aria-label={title}>
      <p className="sr-only" role="alert">
        {`${title}: ${caller}`}
      </p>
      <p className={classes['small']} aria-hidden>
        {title}
      </p>
      {children}
      {onAnswer && <kbd className={classes['small']}>Ctrl .</kbd>}
    </section>
  );
}
