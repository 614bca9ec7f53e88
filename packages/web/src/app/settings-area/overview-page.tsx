import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Forbidden } from '../shell/forbidden.tsx';
import classes from './settings-area.module.css';
import { SIDE_BY_SIDE_QUERY, MEDIA_QUERY_OPTIONS } from './side-by-side.ts';
import { SettingsSearch } from './settings-search.tsx';
import { useSettingsGroups, useSettingsNames } from './use-settings-groups.ts';

/** All pages of the settings with what each is for; on narrow screens this is the navigation of the area. */
export function OverviewPage() {
  const { t } = useTranslation('settings-area');
  const groups = useSettingsGroups();
  const isBeside = useMediaQuery(SIDE_BY_SIDE_QUERY, true, MEDIA_QUERY_OPTIONS);
  if (groups.length === 0) return <Forbidden />;
  return (
    <div className={classes['overview']}>
      <PageTitle title={t('title')} />
      {isBeside ? (
        <Groups />
      ) : (
        <SettingsSearch>
          <Groups />
        </SettingsSearch>
      )}
    </div>
  );
}

function Groups() {
  const { t } = useTranslation('settings-area');
  const nameOf = useSettingsNames();
  const groups = useSettingsGroups();
  return (
    <div className={classes['scroll']}>
      {groups.map(({ id, pages }) => (
        <section key={id} aria-labelledby={`overview-${id}`}>
          <h2 id={`overview-${id}`}>{t(`group.${id}`)}</h2>
          <ul className={classes['cards']}>
            {pages.map((page) => (
              <li key={page.id}>
                <Link
                  to={page.path}
                  search={page.part ? { part: page.part } : {}}
                  className={classes['card']}
                  aria-describedby={`about-${page.id}`}
                >
                  {nameOf(page.id)}
                </Link>
                <p id={`about-${page.id}`}>{t(`about.${page.id}`)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
