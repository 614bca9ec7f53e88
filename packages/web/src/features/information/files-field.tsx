import { errorCode } from '#shared/api/api-error.ts';
import { upload } from '#shared/api/upload.ts';
import { fileSize } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, FileButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, uploadInformationFile, type FileRef } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { PostFiles } from './post-files.tsx';

type Props = { files: readonly FileRef[]; onAdd: (files: FileRef[]) => void; onRemove: (id: string) => void };

/** Attachments of a post in the editor; each is uploaded as soon as it is chosen. */
export function FilesField({ files, onAdd, onRemove }: Props) {
  const { t } = useTranslation('information');
  const add = useMutation({
    mutationFn: async (chosen: File[]) => {
      const free = LIMITS.filesPerMessage - files.length;
      const stored = await Promise.all(
        chosen.slice(0, free).map((file) => upload(uploadInformationFile, file)),
      );
      return stored.map(({ data }) => data);
    },
    onSuccess: onAdd,
  });
  const isTooLarge = errorCode(add.error) === 'too_large';
  return (
    <div>
      {add.isError && (
        <Notice kind="failed">
          {isTooLarge ? t('files.too-large', { size: fileSize(LIMITS.fileBytes) }) : t('files.failed')}
        </Notice>
      )}
      <PostFiles files={files} onRemove={({ id }) => onRemove(id)} />
      <FileButton multiple onChange={(chosen) => chosen.length > 0 && add.mutate(chosen)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<IconPaperclip size={16} stroke={1.75} aria-hidden />}
            disabled={files.length >= LIMITS.filesPerMessage}
            loading={add.isPending}
          >
            {t('files.add')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
