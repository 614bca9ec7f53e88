import { ActionIcon, Button, Menu, Popover } from '@mantine/core';
import {
  IconChevronDown,
  IconCircleCheck,
  IconMoodSmile,
  IconPaperclip,
  IconTemplate,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Kbd } from '#shared/ui/kbd.tsx';
import { useOpenTicket } from '../ticket-context.ts';
import classes from './composer.module.css';

const EmojiPanel = lazy(() => import('./emoji-panel.tsx'));

type Props = {
  isNote: boolean;
  /** Enter makes a new line in it. */
  isLetter: boolean;
  canSend: boolean;
  onFiles: (files: File[]) => void;
  onInsert: (text: string) => void;
  onSend: (solve: boolean) => void;
};

/** What can be added to the message, and sending it. */
export function ComposerBar({ isNote, isLetter, canSend, onFiles, onInsert, onSend }: Props) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const { status } = useOpenTicket().detail.ticket;
  const files = useRef<HTMLInputElement>(null);
  const [emoji, setEmoji] = useState(false);
  const canSolve = can('TICKETS:SOLVE') && status !== 'solved' && status !== 'closed';
  return (
    <div className={classes['bar']}>
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
      {!isNote && (
        <ActionIcon
          aria-label={t('composer.templates')}
          title={`${t('composer.templates')} (/)`}
          onClick={() => onInsert('/')}
        >
          <IconTemplate size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <span className={classes['keys']} aria-hidden>
        <Kbd keys={isLetter ? 'mod+Enter' : 'Enter'} /> {t('keys.send')}{' '}
        <Kbd keys={isLetter ? 'Enter' : 'shift+Enter'} /> {t('composer.newline')}
      </span>
      <Button.Group>
        <Button {...(isNote && { color: 'violet' })} disabled={!canSend} onClick={() => onSend(false)}>
          {isNote ? t('composer.addNote') : t('composer.send')}
        </Button>
        {canSolve && (
          <Menu position="top-end">
            <Menu.Target>
              <Button
                {...(isNote && { color: 'violet' })}
                px={6}
                disabled={!canSend}
                aria-label={t('composer.more')}
                className={classes['split']}
              >
                <IconChevronDown size={16} stroke={1.75} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconCircleCheck size={16} stroke={1.75} />}
                onClick={() => onSend(true)}
              >
                {isNote ? t('composer.noteSolve') : t('composer.sendSolve')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Button.Group>
    </div>
  );
}
