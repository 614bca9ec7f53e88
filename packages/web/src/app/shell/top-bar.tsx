import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { useSession } from '#shared/api/session.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from './account-menu.tsx';
import { ActivitySwitch } from './activity-switch.tsx';
import { CountersBar } from './counters/counters-bar.tsx';
import classes from './top-bar.module.css';

const PhoneButton = lazyPart(() => import('#features/phone/phone-button.tsx'));
const MonitoringBells = lazyPart(() => import('#features/monitoring/monitoring-bells.tsx'));
const NoticesBell = lazyPart(() => import('#features/notices/notices-bell.tsx'));

type Props = { onSearch: () => void; onMenu: () => void; onHelp: () => void };

/** The bar with search, counters, activity and account. */
export function TopBar({ onSearch, onMenu, onHelp }: Props) {
  const { t } = useTranslation('shell');
  const narrow = useNarrow();
  const { can, extension } = useSession();
  return (
    <header className={classes['bar']}>
      {narrow ? (
        <>
          <ActionIcon size={36} onClick={onMenu} aria-label={t('menu.show')}>
            <IconMenu2 size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon size={36} onClick={onSearch} aria-label={t('search')}>
            <IconSearch size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <button type="button" className={classes['search']} onClick={onSearch} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span>{t('search')}</span>
          <Kbd keys="mod+k" />
        </button>
      )}
      <div className={classes['right']}>
        {can('MONITORING:VIEW') && (
          <Suspense>
            <MonitoringBells />
          </Suspense>
        )}
        <CountersBar />
        {can('TICKETS:VIEW') && (
          <Suspense>
            <NoticesBell />
          </Suspense>
        )}
        {extension !== '' && (
          <Suspense>
            <PhoneButton />
          </Suspense>
        )}
        <ActivitySwitch />
        <AccountMenu onHelp={onHelp} />
      </div>
    </header>
  );
}
