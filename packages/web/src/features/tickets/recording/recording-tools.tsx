import { Button } from '@mantine/core';
import { IconDownload, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepRecording, type CallRecording } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { exactTime, shortDate, stopwatchText } from '#shared/lib/format.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import classes from './recording-tools.module.css';

/** Actions on a recording by permission, and when it will be deleted. */
export function RecordingTools({ recording }: { recording: CallRecording }) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const { id, parts, is_kept: isKept, deletes_at: deletesAt } = recording;
  return (
    <>
      {(can('TICKETS:RECORDING_KEEP') || isKept || deletesAt) && (
        <p className={classes['keeping']}>
          {can('TICKETS:RECORDING_KEEP') ? (
            <KeepButton recording={recording} />
          ) : (
            isKept && <span>{t('recording.kept')}</span>
          )}
          {deletesAt && (
            <time dateTime={deletesAt} title={exactTime(deletesAt)}>
              {t('recording.deletesAt', { date: shortDate(deletesAt) })}
            </time>
          )}
        </p>
      )}
      {can('TICKETS:RECORDING_DOWNLOAD') && (
        <ul className={classes['files']}>
          {parts.map(({ number, name, offset_ms: from }) => (
            <li key={number}>
              <a href={`/api/recordings/${id}/parts/${number}/download`} download>
                <IconDownload size={14} stroke={1.75} aria-hidden />
                <span className="sr-only">{t('recording.download')} </span>
                {name} · {stopwatchText(from / 1000)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function KeepButton({ recording: { id, is_kept: isKept } }: { recording: CallRecording }) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const { detail } = useOpenTicket();
  const keep = useMutation({
    mutationFn: () => call(keepRecording, { params: { id }, body: { is_kept: !isKept } }),
    onSuccess: () =>
      Promise.all(
        ['calls', 'recordings'].map((of) =>
          client.invalidateQueries({ queryKey: ['tickets', of, detail.ticket.id] }),
        ),
      ),
    onError: (error) => toast(reasonWords(error) ?? t('recording.keepFailed'), { kind: 'failed' }),
  });
  const Icon = isKept ? IconLock : IconLockOpen;
  return (
    <Button
      size="compact-xs"
      variant={isKept ? 'light' : 'default'}
      aria-pressed={isKept}
      title={t('recording.keepHint')}
      loading={keep.isPending}
      leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
      onClick={() => keep.mutate()}
    >
      {isKept ? t('recording.kept') : t('recording.keep')}
    </Button>
  );
}
