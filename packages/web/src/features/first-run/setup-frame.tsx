import { languageStore, useLanguage } from '#shared/lib/language.ts';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import { Logo } from '#shared/ui/marks/logo.tsx';
import type { Language } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './setup.module.css';

const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['id', 'Bahasa Indonesia'],
];
/** The administrator, and what follows. */
const STEPS = 5;

type Props = { title: string; intro?: string; step?: number; children?: ReactNode };

/** One step of the wizard in the middle of a page. */
export function SetupFrame({ title, intro, step, children }: Props) {
  const { t } = useTranslation('first-run');
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
          {step !== undefined && <p className={classes['step']}>{t('step', { step, steps: STEPS })}</p>}
          <h1 className={classes['title']}>{title}</h1>
          {intro !== undefined && <p className={classes['intro']}>{intro}</p>}
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
