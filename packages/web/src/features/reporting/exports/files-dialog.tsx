import { calendarDay, exactTime, fileSize, number } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconDownload, IconFiles, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { EXPORT_KEPT_DAYS, type ReportExport } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { downloadOf, useCancelExport, useCreateExport, useExports } from './api.ts';
import classes from './exports.module.css';

/** The user's exported files, with their progress and download links. */
export function FilesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reporting/exports');
  const { data, error, refetch } = useExports();
  return (
    <Dialog title={t('files')} onClose={onClose} width={600}>
      <p className={classes['hint']}>{t('kept', { count: EXPORT_KEPT_DAYS })}</p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={3} height={44} />}
      {data?.length === 0 && <EmptyState icon={IconFiles} title={t('none')} hint={t('none-hint')} />}
      <ul className={classes['files']}>
        {data?.map((row) => (
          <FileRow key={row.id} row={row} />
        ))}
      </ul>
    </Dialog>
  );
}

/** Requests a failed file again, in place of the failed one, if the user may still see the report. */
function Again({ row }: { row: ReportExport }) {
  const { t } = useTranslation('reporting/exports');
  const create = useCreateExport();
  const cancel = useCancelExport();
  const { report, format, query, state, fault } = row;
  if (state !== 'failed' || fault === 'not_allowed') return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={create.isPending}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      onClick={() =>
        create.mutate(
          { report, format, query },
          {
            onSuccess: () => cancel.mutate(row),
            onError: () => toast(t('failed'), { kind: 'failed' }),
          },
        )
      }
    >
      {t('again')}
    </Button>
  );
}

function FileRow({ row }: { row: ReportExport }) {
  const { t } = useTranslation('reporting/exports');
  const { t: reports } = useTranslation('reporting');
  const cancel = useCancelExport();
  const isMade = row.state === 'done';
  const isPending = row.state === 'waiting' || row.state === 'working';
  const Sign = isPending ? IconX : IconTrash;
  const { from, until } = row.query;
  return (
    <li>
      <div className={classes['what']}>
        <strong>
          {reports(`report.${row.report}`)} · {t(`format.${row.format}`)}
        </strong>
        <span>
          {calendarDay(String(from))} – {calendarDay(String(until))}
        </span>
        <span aria-live="polite" data-failed={row.state === 'failed' || undefined}>
          {row.state === 'waiting' && t('waiting')}
          {row.state === 'working' && t('working', { lines: number(row.lines) })}
          {isMade &&
            t('made', {
              lines: number(row.lines),
              size: fileSize(row.bytes ?? 0),
              time: exactTime(row.as_of ?? row.created_at),
            })}
          {row.state === 'failed' && t(`fault.${row.fault ?? 'other'}`)}
        </span>
      </div>
      {isPending && <Loader size={16} />}
      <Again row={row} />
      {isMade && (
        <Button
          component="a"
          href={downloadOf(row)}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {t('download')}
        </Button>
      )}
      <ActionIcon
        aria-label={isPending ? t('cancel') : t('remove')}
        title={isPending ? t('cancel') : t('remove')}
        onClick={() => cancel.mutate(row)}
      >
        <Sign size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
