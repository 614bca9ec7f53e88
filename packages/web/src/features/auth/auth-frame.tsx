import { languageStore, useLanguage } from '#shared/lib/language.ts';
import { Logo } from '#shared/ui/marks/logo.tsx';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import type { Language } from '@trunkline/contract';
import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';

const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['id', 'Bahasa Indonesia'],
];

/** The page before the product: one thing to do in the middle of it. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const current = useLanguage();
  usePageTitle(title);
  return (
    <main className={classes['frame']}>
      <div className={classes['middle']}>
        <div className={classes['brand']}>
          <Logo size={32} />
          <span>Trunkline</span>
        </div>
        <section className={classes['card']}>
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
              onClick={() => languageStore.set(language)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
    </main>
  );
}
