import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { Kbd } from '../marks/kbd.tsx';
import classes from './ringing-dialog.module.css';

/** Answers a call wherever the focus is, also while typing; on a Mac Cmd works as well as Ctrl. */
const ANSWER_KEY = 'mod+.';

type Props = {
  title: string;
  /** The caller's name, announced at once by screen readers. */
  caller: string;
  /** Called by the answering key; null when the call can no longer be answered. */
  onAnswer: (() => void) | null;
  children: ReactNode;
};

/**
 * The dialog of an incoming call. It takes neither the focus nor keys, and the page below stays usable, so that an
 * agent can go on typing or change their status. Only the call's own buttons close it.
 */
export function RingingDialog({ title, caller, onAnswer, children }: Props) {
  const { t } = useTranslation('shared');
  const key = { key: ANSWER_KEY, description: t('answer'), group: title };
  useShortcuts(onAnswer ? [{ ...key, run: onAnswer }] : []);
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  return (
    <section ref={part} tabIndex={-1} className={classes['dialog']} role="dialog" aria-label={title}>
      <p className="sr-only" role="alert">
        {`${title}: ${caller}`}
      </p>
      <p className={classes['small']} aria-hidden>
        {title}
      </p>
      {children}
      {onAnswer && (
        <p className={classes['key']}>
          <Kbd keys={ANSWER_KEY} />
        </p>
      )}
    </section>
  );
}
