import { ActionIcon } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Chooses files of this device. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('tickets');
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <ActionIcon
        aria-label={t('composer.attach')}
        title={t('composer.attach')}
        onClick={() => files.current?.click()}
      >
        <IconPaperclip size={18} stroke={1.75} />
      </ActionIcon>
    </>
  );
}
