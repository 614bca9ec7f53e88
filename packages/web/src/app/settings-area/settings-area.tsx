import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SIDE_BY_SIDE_QUERY, MEDIA_QUERY_OPTIONS } from './side-by-side.ts';
import classes from './settings-area.module.css';
import { SettingsNav } from './settings-nav.tsx';
import { SettingsSearch } from './settings-search.tsx';
import { useSettingsGroups } from './use-settings-groups.ts';

/** The frame around every page of the settings: its navigation and search. */
export function SettingsArea({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings-area');
  const groups = useSettingsGroups();
  const isBeside = useMediaQuery(SIDE_BY_SIDE_QUERY, true, MEDIA_QUERY_OPTIONS);
  const isOverview = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/settings' });
  if (groups.length === 0) return children;
  return (
    <div className={classes['area']} data-beside={isBeside || undefined}>
      {isBeside && (
        <aside className={classes['side']} aria-label={t('title')}>
          <SettingsSearch>
            <SettingsNav groups={groups} />
          </SettingsSearch>
        </aside>
      )}
      {!isBeside && !isOverview && (
        <nav className={classes['bar']} aria-label={t('title')}>
          <Link to="/settings" className={classes['back']}>
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
            {t('all')}
          </Link>
        </nav>
      )}
      <div className={classes['page']} tabIndex={-1} data-page>
        {children}
      </div>
    </div>
  );
}
