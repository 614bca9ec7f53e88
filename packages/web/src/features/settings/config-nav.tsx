import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/layout/part-nav.module.css';

const PARTS = [undefined, 'phone', 'keys', 'webhooks'] as const;

/** The tabs of the workspace settings. */
export function ConfigNav() {
  const { t } = useTranslation('settings');
  const { part: current } = useSearch({ from: '/shell/configurasi/config_app' });
  return (
    <nav className={classes['nav']} aria-label={t('parts.label')}>
      {PARTS.map((part) => (
        <Link
          key={part ?? 'app'}
          to="/configurasi/config_app"
          search={part ? { part } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes['part']}
          aria-current={part === current ? 'page' : undefined}
        >
          {t(`parts.${part ?? 'app'}`)}
        </Link>
      ))}
    </nav>
  );
}
