import { useEffect, type ReactNode } from 'react';
import { pageTitle } from '#shared/lib/page-title.ts';
import classes from './page-title.module.css';

type Props = {
  title: string;
  /** Said after the title in small: a count, a state. */ note?: ReactNode;
  children?: ReactNode;
};

/** The head of a page: names the tab, stands as the page's one h1, and carries its actions. */
export function PageTitle({ title, note, children }: Props) {
  usePageTitle(title);
  return (
    <header className={classes['head']}>
      <h1 className={classes['title']}>{title}</h1>
      {note !== undefined && <span className={classes['note']}>{note}</span>}
      <div className={classes['actions']}>{children}</div>
    </header>
  );
}

/** Names the browser tab, for pages that draw their own heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set('');
  }, [title]);
}
