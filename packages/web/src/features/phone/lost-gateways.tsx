import { IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listLostGateways, type LostGateway } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { BannerButtons } from '#shared/ui/states/banner-buttons.tsx';
import { nearTime } from '#shared/lib/near-time.ts';
import classes from './phone-banner.module.css';

const KEY = ['phone-gateways', 'lost'];
/** A gateway that merely restarts is back earlier. */
const PATIENCE_MS = 8000;

/** Lists telephone gateways without a connection, and since when. */
export function LostGateways() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listLostGateways, { signal }).then((answer) => answer.data),
  });
  useEffect(() => {
    const ends = [
      realtime.on('phone-gateway-health', refresh),
      realtime.on('settings-changed', ({ part }) => part === 'phone-gateways' && refresh()),
      realtime.onReset(refresh),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  return data?.map((gateway) => <Lost key={gateway.id} gateway={gateway} />);
}

function Lost({ gateway: { id, name, since } }: { gateway: LostGateway }) {
  const { t } = useTranslation('phone');
  const { can } = useSession();
  const [isShown, setShown] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const state = `${id} ${since}`;
  const [hidden, hide] = useStored(`lost-gateway.hidden.${id}`, String);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  // Shown again once the connection is lost anew.
  if (!isShown || hidden === state) return null;
  const now = Date.now();
  return (
    <div className={classes['banner']} data-whole={isWhole || undefined}>
      <IconPhoneOff size={18} stroke={1.75} aria-hidden />
      <p className={classes['words']}>
        {t('gone', { name, since: nearTime(since ?? now, now) })}{' '}
        {can('CONFIG_APP:EDIT') && (
          <Link to="/configurasi/config_app" search={{ part: 'phone', id }}>
            {t('goneOpen')}
          </Link>
        )}
      </p>
      <BannerButtons onWhole={isWhole ? undefined : () => setWhole(true)} onHide={() => hide(state)} />
    </div>
  );
}

const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEY });
