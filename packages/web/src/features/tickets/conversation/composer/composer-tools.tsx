import { lazyPart } from '#shared/loading/lazy-part.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { IconListCheck, IconMoodSmile, IconTemplate } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachButton } from '../files/attach-button.tsx';

const EmojiPanel = lazyPart(() => import('../field/emoji-panel.tsx'));

type Props = {
  hasTemplates: boolean;
  onFiles: (files: File[]) => void;
  onInsert: (text: string) => void;
  /** Undefined where the reply cannot have options. */
  choices?: { isOpen: boolean; toggle: () => void } | null;
};

/** Buttons for templates, files, emoji and options. */
export function ComposerTools({ hasTemplates, onFiles, onInsert, choices }: Props) {
  const { t } = useTranslation('tickets');
  const [emoji, setEmoji] = useState(false);
  return (
    <>
      <AttachButton onFiles={onFiles} />
      <Popover opened={emoji} onChange={setEmoji} position="top-start" shadow="md" trapFocus>
        <Popover.Target>
          <ActionIcon
            aria-label={t('composer.emoji')}
            title={t('composer.emoji')}
            aria-expanded={emoji}
            onClick={() => setEmoji(!emoji)}
          >
            <IconMoodSmile size={18} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('composer.emoji')}>
          <Suspense fallback={<div style={{ width: 316, height: 320 }} />}>
            <EmojiPanel
              onPick={(picked) => {
                setEmoji(false);
                onInsert(picked);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {choices && (
        <ActionIcon
          aria-label={t('composer.choices')}
          title={t('composer.choices')}
          aria-expanded={choices.isOpen}
          onClick={choices.toggle}
        >
          <IconListCheck size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {hasTemplates && (
        <ActionIcon
          aria-label={t('composer.templates')}
          title={`${t('composer.templates')} (/)`}
          onClick={() => onInsert('/')}
        >
          <IconTemplate size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </>
  );
}
