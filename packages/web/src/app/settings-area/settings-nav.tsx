import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './settings-area.module.css';
import { isCurrent, type SettingsGroup, type SettingsPage } from './settings-pages.ts';
import { useSettingsNames } from './use-settings-groups.ts';

/** The pages of the settings in their groups, as a column of links. */
export function SettingsNav({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useTranslation('settings-area');
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} className={classes['nav']} aria-label={t('title')}>
      {groups.map(({ id, pages }) => (
        <div key={id}>
          <div id={`settings-${id}`} className={classes['group']}>
            {t(`group.${id}`)}
          </div>
          <ul aria-labelledby={`settings-${id}`}>
            {pages.map((page) => (
              <li key={page.id}>
                <Entry page={page} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ page }: { page: SettingsPage }) {
  const nameOf = useSettingsNames();
  const isHere = useLocation({ select: (location) => isCurrent(page, location) });
  return (
    <Link
      to={page.path}
      search={page.part ? { part: page.part } : {}}
      // A page keeps its search and its open record in the address; it stays the current one then.
      activeOptions={{ exact: true, includeSearch: true }}
      className={classes['entry']}
      aria-current={isHere ? 'page' : undefined}
    >
      {nameOf(page.id)}
    </Link>
  );
}
