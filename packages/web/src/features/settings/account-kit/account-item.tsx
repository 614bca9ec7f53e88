import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '../widgets.module.css';

type Props = {
  to:
    | '/configurasi/config'
    | '/configurasi/config_media_chat'
    | '/configurasi/config_socmed'
    | '/settings/media_autoreplies';
  id: number;
  isChosen: boolean;
  sign?: ReactNode;
  name: string;
  /** The line below the name. */
  line: ReactNode;
  state: { label: string; kind?: 'on' | 'failing' | undefined } | undefined;
  onPick?: () => void;
};

/** A row in the list of mailboxes, accounts, widgets or forms. */
export function AccountItem({ to, id, isChosen, sign, name, line, state, onPick }: Props) {
  return (
    <li>
      <Link
        to={to}
        search={{ id }}
        className={classes['item']}
        aria-current={isChosen || undefined}
        {...(onPick && { onClick: onPick })}
      >
        {sign}
        <span className={classes['names']}>
          <strong>{name}</strong>
          <span>{line}</span>
        </span>
        {state && (
          <span
            className={classes['state']}
            data-on={state.kind === 'on' || undefined}
            data-failing={state.kind === 'failing' || undefined}
          >
            {state.label}
          </span>
        )}
      </Link>
    </li>
  );
}

/** The kind of a channel's health, as its row shows it. */
export const healthKind = (state: string): 'on' | 'failing' | undefined =>
  state === 'ok' ? 'on' : state === 'failing' ? 'failing' : undefined;
