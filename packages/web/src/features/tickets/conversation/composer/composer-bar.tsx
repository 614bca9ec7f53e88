import { Button, Menu } from '@mantine/core';
import { IconCalendarTime, IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { ComposerTools } from './composer-tools.tsx';
import classes from './composer.module.css';

type Props = {
  /** The next press sends the reply although something new has arrived since it was begun. */
  isAsked: boolean;
  isNote: boolean;
  /** Enter inserts a new line, so that only Ctrl+Enter sends. */
  isByEmail: boolean;
  canSend: boolean;
  choices: { isOpen: boolean; toggle: () => void } | null;
  onFiles: (files: File[]) => void;
  onInsert: (text: string) => void;
  onSend: (solve: boolean) => void;
  onLater: () => void;
};

/** The tools of the composer, and the send button. */
export function ComposerBar({ isAsked, isNote, isByEmail, canSend, onSend, onLater, ...tools }: Props) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const { status } = useOpenTicket().detail.ticket;
  const canSolve = can('TICKETS:SOLVE') && status !== 'solved' && status !== 'closed';
  return (
    <div className={classes['bar']}>
      <ComposerTools hasTemplates={!isNote} {...tools} />
      <span className={classes['keys']} aria-hidden>
        <Kbd keys={isByEmail ? 'mod+Enter' : 'Enter'} /> {t('keys.send')}{' '}
        <Kbd keys={isByEmail ? 'Enter' : 'shift+Enter'} /> {t('composer.newline')}
      </span>
      <Button.Group>
        <Button {...(isNote && { color: 'violet' })} disabled={!canSend} onClick={() => onSend(false)}>
          {isNote ? t('composer.addNote') : t(isAsked ? 'composer.sendAnyway' : 'composer.send')}
        </Button>
        {(canSolve || !isNote) && (
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
              {canSolve && (
                <Menu.Item
                  leftSection={<IconCircleCheck size={16} stroke={1.75} />}
                  onClick={() => onSend(true)}
                >
                  {isNote ? t('composer.noteSolve') : t('composer.sendSolve')}
                </Menu.Item>
              )}
              {!isNote && (
                <Menu.Item leftSection={<IconCalendarTime size={16} stroke={1.75} />} onClick={onLater}>
                  {t('composer.sendLater')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Button.Group>
    </div>
  );
}
