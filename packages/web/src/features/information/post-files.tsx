import { fileSize } from '#shared/lib/format.ts';
import { ActionIcon } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import type { FileRef } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './information.module.css';

type Props = { files: readonly FileRef[]; onRemove?: (file: FileRef) => void };

/** The attachments of a post. */
export function PostFiles({ files, onRemove }: Props) {
  const { t } = useTranslation('information');
  if (files.length === 0) return null;
  return (
    <ul className={classes['files']} aria-label={t('files.title')}>
      {files.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={16} stroke={1.75} aria-hidden />
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
          <span className={classes['by']}>{fileSize(file.size)}</span>
          {onRemove && (
            <ActionIcon
              size={28}
              aria-label={t('files.remove', { name: file.name })}
              onClick={() => onRemove(file)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
