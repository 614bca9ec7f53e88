import { call } from '#shared/api/call.ts';
import { exactTime } from '#shared/lib/format.ts';
import { IconDatabaseX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getBackups } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';

/** Tells users who may configure backups that the last one failed, until one succeeds. */
export function FailedBackup() {
  const { t } = useTranslation('shell');
  const { data } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call(getBackups, { signal }).then((answer) => answer.data),
    staleTime: 60_000,
  });
  const last = data?.runs.find(({ state }) => state !== 'running');
  if (last?.state !== 'failed') return null;
  return (
    <div className={classes['banner']} data-kind="warning">
      <IconDatabaseX size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>{t('backup.failed', { when: exactTime(last.started_at) })}</span>
      <Link to="/settings/backup">{t('backup.open')}</Link>
    </div>
  );
}
