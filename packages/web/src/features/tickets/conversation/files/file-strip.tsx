import type { FileRef } from '@trunkline/contract';
import { IconFile, IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '#shared/lib/format.ts';
import type { PendingUpload } from './use-uploads.ts';
import classes from './file-strip.module.css';

type Props = {
  files: readonly FileRef[];
  uploads: readonly PendingUpload[];
  onRemove: (id: string) => void;
  onCancel: (key: number) => void;
  onRetry: (upload: PendingUpload) => void;
};

/** The files of the message being written, with uploads in progress. */
export function FileStrip({ files, uploads, onRemove, onCancel, onRetry }: Props) {
  const { t } = useTranslation('tickets');
  if (files.length === 0 && uploads.length === 0) return null;
  return (
    <ul className={classes['strip']}>
      {files.map((file) => (
        <li key={file.id} className={classes['file']}>
          {file.mime.startsWith('image/') ? (
            <img src={file.url} alt="" />
          ) : (
            <IconFile size={16} stroke={1.75} aria-hidden />
          )}
          <span className={classes['name']}>{file.name}</span>
          <span className={classes['note']}>{fileSize(file.size)}</span>
          <button
            type="button"
            aria-label={t('composer.removeFile', { name: file.name })}
            onClick={() => onRemove(file.id)}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
      {uploads.map((one) => (
        <li key={one.key} className={classes['file']} data-failed={one.failed || undefined}>
          {one.file.type.startsWith('image/') ? (
            <IconPhoto size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconFile size={16} stroke={1.75} aria-hidden />
          )}
          <span className={classes['name']}>{one.file.name}</span>
          <span className={classes['note']}>
            {one.failed
              ? t('composer.uploadFailed')
              : t('composer.uploading', { percent: Math.round(one.share * 100) })}
          </span>
          {one.failed && (
            <button
              type="button"
              aria-label={t('composer.retryFile', { name: one.file.name })}
              onClick={() => onRetry(one)}
            >
              <IconRefresh size={14} stroke={1.75} aria-hidden />
            </button>
          )}
          <button
            type="button"
            aria-label={t('composer.cancelUpload', { name: one.file.name })}
            onClick={() => onCancel(one.key)}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </button>
          {!one.failed && <span className={classes['progress']} style={{ width: `${one.share * 100}%` }} />}
        </li>
      ))}
    </ul>
  );
}
