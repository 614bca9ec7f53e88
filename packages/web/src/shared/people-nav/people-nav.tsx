import classes from '#shared/ui/layout/part-nav.module.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const VIEWS = [
  ['users', '/settings/users'],
  ['levels', '/settings/users/levels'],
] as const;

/** From the people of the workspace to their roles, and back. */
export function PeopleNav({ current }: { current: 'users' | 'levels' }) {
  const { t } = useTranslation('shared/people-nav');
  return (
    <nav className={classes['nav']} aria-label={t('label')}>
      {VIEWS.map(([view, to]) => (
        <Link
          key={view}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes['part']}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(view)}
        </Link>
      ))}
    </nav>
  );
}
