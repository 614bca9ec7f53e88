import { call } from '#shared/api/call.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { BannerButtons } from '#shared/ui/states/banner-buttons.tsx';
import { IconDatabaseX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getBackups } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';

/** Tells users who may configure backups that the last one failed, until one succeeds or they hide it; the next failure shows again. */
export function FailedBackup() {
  const { t } = useTranslation('shell');
  const { data } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call(getBackups, { signal }).then((answer) => answer.data),
    staleTime: 60_000,
  });
  const [hidden, hide] = useStored('failed-backup.hidden', String);
  const last = data?.runs.find(({ state }) => state !== 'running');
  if (last?.state !== 'failed' || hidden === last.started_at) return null;
  return (
    <div className={classes['banner']} data-kind="warning">
      <IconDatabaseX size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>{t('backup.failed', { when: minuteTime(last.started_at) })}</span>
      <Link to="/settings/backup">{t('backup.open')}</Link>
      <BannerButtons onHide={() => hide(last.started_at)} />
    </div>
  );
}
