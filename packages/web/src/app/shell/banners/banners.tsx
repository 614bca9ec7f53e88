import { lazyPart } from '#shared/loading/lazy-part.ts';
import { claimTab, useActiveTab } from '#shared/api/feed/active-tab.ts';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { IconPlugConnectedX, IconVersions } from '@tabler/icons-react';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { BannerButtons } from '#shared/ui/states/banner-buttons.tsx';
import classes from './banners.module.css';

const LostAccounts = lazyPart(() =>
  import('./lost-accounts.tsx').then((module) => ({ default: module.LostAccounts })),
);

const FailedBackup = lazyPart(() =>
  import('./failed-backup.tsx').then((module) => ({ default: module.FailedBackup })),
);

const SeenBanner = lazyPart(() =>
  import('./seen-banner.tsx').then((module) => ({ default: module.SeenBanner })),
);

// A shorter interruption is not shown; the first connection gets more time than a lost one.
const PATIENCE_MS = { offline: 1200, connecting: 5000 };

const FloorNotices = lazyPart(() => import('#features/monitoring/actions/floor-notices.tsx'));

const PhoneBanners = lazyPart(() => import('#features/phone/phone-banners.tsx'));

/** Banners above the page for problems of the whole app; each disappears once its problem is solved. */
export function Banners() {
  const {
    can,
    extension,
    user: { seen_by: seenBy },
  } = useSession();
  const hasPhone = extension !== '' || can('CONFIG_APP:EDIT') || can('MONITORING:VIEW');
  return (
    <div role="status">
      {seenBy ? (
        <Suspense>
          <SeenBanner seenBy={seenBy} />
        </Suspense>
      ) : (
        <ConnectionBanner />
      )}
      <TabBanner />
      <Suspense>
        <FloorNotices />
      </Suspense>
      <Suspense>{(can('TICKETS:VIEW') || can('CONFIG_SOCIAL_MEDIA:VIEW')) && <LostAccounts />}</Suspense>
      <Suspense>{hasPhone && <PhoneBanners />}</Suspense>
      <Suspense>{can('CONFIG_APP:EDIT') && <FailedBackup />}</Suspense>
    </div>
  );
}

function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const status = useConnection();
  const hasNetwork = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (status === 'online') {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS[status]);
    return () => clearTimeout(timer);
  }, [status]);
  if (!shown || status === 'online') return null;
  return (
    <div className={classes['banner']} data-kind="warning">
      <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>{t(hasNetwork ? 'connection.down' : 'connection.network')}</span>
      <button type="button" onClick={() => realtime.retry()}>
        {t('connection.retry')}
      </button>
    </div>
  );
}

function followNetwork(listener: () => void): () => void {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
}

function TabBanner() {
  const { t } = useTranslation('shell');
  const { tabs, isActive } = useActiveTab();
  const connection = useConnection();
  const narrow = useNarrow();
  const isShown = !isActive && tabs >= 2 && connection === 'online';
  const [isHidden, setHidden] = useState(false);
  // Once this tab has been the active one, the banner is shown again when another tab becomes active.
  if (isHidden && isActive) setHidden(false);
  if (!isShown || isHidden) return null;
  return (
    <div className={classes['banner']}>
      <IconVersions size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>{t(narrow ? 'tabs.other-short' : 'tabs.other')}</span>
      <button
        type="button"
        onClick={() =>
          void claimTab().then(
            () => toast(t('tabs.claimed')),
            () => toast(t('connection.down'), { kind: 'failed' }),
          )
        }
      >
        {t('tabs.claim')}
      </button>
      <BannerButtons onHide={() => setHidden(true)} />
    </div>
  );
}
