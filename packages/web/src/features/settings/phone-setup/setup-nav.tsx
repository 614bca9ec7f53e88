import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/layout/part-nav.module.css';
import { KINDS } from './item-form.ts';
import own from './phone-setup.module.css';

const VIEWS = [undefined, ...KINDS] as const;

/** The tabs of a gateway: its connection, and the kinds of items that are set up at it. */
export function SetupNav({ gatewayId }: { gatewayId: number }) {
  const { t } = useTranslation('settings/phone-setup');
  const { view: current } = useSearch({ from: '/shell/configurasi/config_app' });
  return (
    <nav className={`${classes['nav']} ${own['views']}`} aria-label={t('views.label')}>
      {VIEWS.map((view) => (
        <Link
          key={view ?? 'gateway'}
          to="/configurasi/config_app"
          search={{ part: 'phone', id: gatewayId, ...(view && { view }) }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes['part']}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(`views.${view ?? 'gateway'}`)}
        </Link>
      ))}
    </nav>
  );
}
