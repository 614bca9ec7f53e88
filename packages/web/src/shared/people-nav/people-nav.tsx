import { useSession } from '#shared/api/session.ts';
import classes from '#shared/ui/layout/part-nav.module.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const VIEWS = [
  ['users', '/settings/users', 'USERS:VIEW'],
  ['levels', '/settings/users/levels', 'USERS:VIEW'],
  ['sign-in', '/settings/sign-in', 'USERS:VIEW'],
  ['audit', '/settings/audit', 'USERS:AUDIT'],
  ['privacy', '/settings/privacy', 'CUSTOMERS:PRIVACY'],
] as const;

/** Tabs between users, roles and their activity. */
export function PeopleNav({ current }: { current: (typeof VIEWS)[number][0] }) {
  const { t } = useTranslation('shared/people-nav');
  const { can } = useSession();
  return (
    <nav className={classes['nav']} aria-label={t('label')}>
      {VIEWS.filter(([, , permission]) => can(permission)).map(([view, to]) => (
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
