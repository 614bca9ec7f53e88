import { fileSize } from '#shared/lib/format.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import type { BackupRun } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useStorage } from './api.ts';
import classes from './backup.module.css';

const PARTS = ['database', 'files', 'recordings', 'backups'] as const;

type Props = {
  /** The latest backup, after which less space is free. */
  lastRun: BackupRun | undefined;
};

/** Where data is stored, how much space it uses, and how much is free. */
export function StorageSection({ lastRun }: Props) {
  const { t } = useTranslation('settings/backup');
  return (
    <FormSection title={t('storage')} hint={t('storage-hint')}>
      <Storage lastRun={lastRun} />
    </FormSection>
  );
}

function Storage({ lastRun }: Props) {
  const { t } = useTranslation('settings/backup');
  const storage = useStorage(lastRun);
  if (storage.isError) return <ErrorState error={storage.error} onRetry={() => void storage.refetch()} />;
  if (!storage.data) return <Skeletons rows={4} />;
  const { folder, free_bytes: free, total_bytes: total, parts } = storage.data;
  return (
    <dl className={classes['facts']}>
      <dt>{t('folder')}</dt>
      <dd>{folder}</dd>
      <dt>{t('free')}</dt>
      <dd>{t('free-of', { free: fileSize(free), total: fileSize(total) })}</dd>
      {PARTS.map((part) => (
        <div key={part} className={classes['fact']}>
          <dt>{t(`part.${part}`)}</dt>
          <dd>{fileSize(parts[part] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
