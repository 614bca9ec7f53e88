import { lazyPart } from '#shared/loading/lazy-part.ts';
import { chooseLanguage, useLanguage } from '#shared/lib/language.ts';
import { usePageTitle } from './page-title.tsx';
import type { Language } from '@trunkline/contract';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import classes from './entry-frame.module.css';

const EntryBrand = lazyPart(() => import('./entry-brand.tsx'));

const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['id', 'Bahasa Indonesia'],
];

type Props = { title: string; isWide?: boolean; above?: string; children?: ReactNode };

/** The frame of pages outside the shell, such as the sign-in page; `above` is shown over the title. */
export function EntryFrame({ title, isWide = false, above, children }: Props) {
  const current = useLanguage();
  usePageTitle(title);
  const card = useRef<HTMLElement>(null);
  // Each step begins in its first field; one without fields with the link that leads on.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const field = card.current?.querySelector<HTMLElement>('input:not([type="hidden"]):enabled');
    (field ?? card.current?.querySelector<HTMLElement>('a[href]'))?.focus();
  });
  return (
    <main className={classes['frame']}>
      <div className={classes['middle']} data-wide={isWide || undefined}>
        <div className={classes['brand']}>
          <Suspense>
            <EntryBrand />
          </Suspense>
        </div>
        <section ref={card} className={classes['card']}>
          {above !== undefined && <p className={classes['above']}>{above}</p>}
          <h1 className={classes['title']}>{title}</h1>
          {children}
        </section>
        <div className={classes['languages']}>
          {LANGUAGES.map(([language, name]) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={language === current}
              onClick={() => chooseLanguage(language)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
    </main>
  );
}
