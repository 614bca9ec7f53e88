import type { FileRef } from '@trunkline/contract';
import { IconDownload, IconFile, IconFileText, IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '#shared/lib/format.ts';
import classes from './attachments.module.css';

const SIGNS = { text: IconFileText, archive: IconFileZip, other: IconFile };

/** Attachments of a message: images and videos inline, other files as cards. */
export function Attachments({ files }: { files: readonly FileRef[] }) {
  if (files.length === 0) return null;
  return (
    <div className={classes['files']}>
      {files.map((file) => (
        <Attachment key={file.id} file={file} />
      ))}
    </div>
  );
}

function Attachment({ file }: { file: FileRef }) {
  const { t } = useTranslation('tickets');
  if (file.mime.startsWith('image/') && file.mime !== 'image/svg+xml') {
    return (
      <a href={file.url} target="_blank" rel="noreferrer" className={classes['picture']} title={file.name}>
        <img src={file.url} alt={t('timeline.openImage', { name: file.name })} loading="lazy" />
      </a>
    );
  }
  if (file.mime.startsWith('video/'))
    return (
      <video className={classes['film']} src={file.url} controls preload="metadata" aria-label={file.name} />
    );
  if (file.mime.startsWith('audio/'))
    return (
      <audio className={classes['sound']} src={file.url} controls preload="metadata" aria-label={file.name} />
    );
  const Sign = SIGNS[signOf(file.mime)];
  return (
    <a
      href={file.url}
      download={file.name}
      className={classes['card']}
      aria-label={t('timeline.download', { name: file.name })}
    >
      <Sign size={18} stroke={1.75} aria-hidden />
      <span className={classes['name']}>{file.name}</span>
      <span className={classes['size']}>{fileSize(file.size)}</span>
      <IconDownload size={16} stroke={1.75} aria-hidden />
    </a>
  );
}

function signOf(mime: string): keyof typeof SIGNS {
  if (mime.startsWith('text/') || mime === 'application/pdf') return 'text';
  return /zip|compressed|tar/.test(mime) ? 'archive' : 'other';
}
