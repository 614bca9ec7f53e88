import { useEffect, type ReactNode } from 'react';
import { pageTitle } from '#shared/lib/page-title.ts';
import classes from './page-title.module.css';

type Props = {
  title: string;
  /** The title of the browser's tab, where it says more than the title on the page. */
  tab?: string;
  /** Shown small after the title: a count, a state. */ note?: ReactNode;
  /** Over a narrow list: the title is cut before its actions wrap. */
  isTight?: boolean;
  children?: ReactNode;
};

/** The head of a page: sets the tab's title, and shows the page's h1 and its actions. */
export function PageTitle({ title, tab = title, note, isTight, children }: Props) {
  usePageTitle(tab);
  return (
    <header className={classes['head']} data-tight={isTight}>
      <h1 className={classes['title']}>{title}</h1>
      {note !== undefined && <span className={classes['note']}>{note}</span>}
      <div className={classes['actions']}>{children}</div>
    </header>
  );
}

/** Sets the tab's title, for pages that render their own heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set('');
  }, [title]);
}
