import { exactTime, fileSize } from '#shared/lib/format.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import type { BackupRun } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './backup.module.css';

/** Results of the last backups, latest first. */
export function RunList({ runs }: { runs: readonly BackupRun[] }) {
  const { t } = useTranslation('settings/backup');
  return (
    <FormSection title={t('history')} hint={t('history-hint')}>
      {runs.length === 0 && <p className={classes['dim']}>{t('none')}</p>}
      <ul className={classes['runs']}>
        {runs.map((run) => (
          <li key={run.id}>
            <span className={classes['when']}>{exactTime(run.started_at)}</span>
            <span data-state={run.state} className={classes['state']}>
              {t(`state.${run.state}`)}
            </span>
            <span className={classes['dim']}>{run.by ?? t('by-schedule')}</span>
            <span className={classes['what']}>
              {run.state === 'failed' && `${t(`fault.${run.fault ?? 'other'}`)} ${run.said}`}
              {run.state === 'done' && `${run.file} · ${fileSize(run.bytes ?? 0)}`}
              {run.removed > 0 && ` · ${t('removed', { count: run.removed })}`}
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
