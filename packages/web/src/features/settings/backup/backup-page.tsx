import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { ViewOnly } from '#shared/forms/view-only.tsx';
import { exactTime } from '#shared/lib/format.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { runBackup, type BackupRun, type BackupState } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import { showBackups, useBackups } from './api.ts';
import { RunList } from './run-list.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { StorageSection } from './storage-section.tsx';
import { TransferSection } from './transfer-section.tsx';

/** Areas of the audit log that are set here. */
const AREAS = ['backups', 'settings'];

/** The schedule, the storage and the results of backups, and the transfer of settings. */
export function BackupPage() {
  const backups = useBackups();
  if (backups.isError)
    return <ErrorState isPage error={backups.error} onRetry={() => void backups.refetch()} />;
  if (!backups.data) return <Skeletons rows={8} height={44} />;
  return <Backups state={backups.data} />;
}

function Backups({ state }: { state: BackupState }) {
  const { t } = useTranslation('settings/backup');
  const { can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const [last] = state.runs;
  const run = useMutation({
    mutationFn: () => call(runBackup),
    onSuccess: ({ data }) => showBackups(data),
    onError: () => toast(t('run-failed'), { kind: 'failed' }),
  });
  return (
    <div className={classes['page']}>
      <PageTitle
        title={t('title')}
        note={state.next_at === null ? t('off') : t('next', { when: exactTime(state.next_at) })}
      >
        {canEdit && (
          <Button loading={run.isPending || last?.state === 'running'} onClick={() => run.mutate()}>
            {t('run')}
          </Button>
        )}
      </PageTitle>
      <div className={classes['scroll']}>
        {!canEdit && <ViewOnly />}
        <Last run={last} />
        {!state.has_key && <Notice kind="warning">{t('no-key')}</Notice>}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <ScheduleForm key={state.version} state={state} canEdit={canEdit} />
          <StorageSection lastRun={last} />
          <RunList runs={state.runs} />
        </fieldset>
        {canEdit && <TransferSection />}
        <ChangesSection about={AREAS} />
      </div>
    </div>
  );
}

/** The running backup, or the result of the last one. */
function Last({ run }: { run: BackupRun | undefined }) {
  const { t } = useTranslation('settings/backup');
  if (run?.state === 'failed')
    return (
      <Notice kind="failed">{`${t('last-failed', { when: exactTime(run.started_at) })} ${t(`fault.${run.fault ?? 'other'}`)} ${run.said}`}</Notice>
    );
  if (run?.state !== 'running') return null;
  return (
    <Notice>
      {run.tables_done < run.tables || run.files === 0
        ? t(run.tables === 0 ? 'progress' : 'progress-tables', { done: run.tables_done, all: run.tables })
        : t('progress-files', { count: run.files })}
    </Notice>
  );
}
