import { claimTab, useActiveTab } from '#shared/api/active-tab.ts';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { toast } from '#shared/ui/toast.ts';
import { IconPlugConnectedX, IconVersions } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';

// A blink is nobody's business; the first connection may take a moment longer.
const PATIENCE_MS = { offline: 1200, connecting: 5000 };

/** Lines above the page that say what is wrong with the whole of it. Gone when it is right again. */
export function Banners() {
  return (
    <div role="status">
      <ConnectionBanner />
      <TabBanner />
    </div>
  );
}

function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const status = useConnection();
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
      <span className={classes['text']}>
        {t(navigator.onLine ? 'connection.down' : 'connection.network')}
      </span>
      <button type="button" onClick={() => realtime.retry()}>
        {t('connection.retry')}
      </button>
    </div>
  );
}

function TabBanner() {
  const { t } = useTranslation('shell');
  const { tabs, isActive } = useActiveTab();
  const connection = useConnection();
  if (isActive || tabs < 2 || connection !== 'online') return null;
  return (
    <div className={classes['banner']}>
      <IconVersions size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>{t('tabs.other')}</span>
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
    </div>
  );
}
