import { HeldKeys } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  IconCircleCheck,
  IconDots,
  IconExternalLink,
  IconInfoCircle,
  IconLink,
  IconMessageOff,
  IconPhone,
  IconRotate,
  IconVideo,
} from '@tabler/icons-react';
import { CALL_INVITATION_TEXTS } from '@trunkline/contract';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { requestCall } from '#shared/api/call-request.ts';
import { useSession } from '#shared/api/session.ts';
import { useCopy } from '#shared/copy/copy.tsx';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { AssigneePicker } from './assignee-picker.tsx';
import { PriorityPicker } from './priority-picker.tsx';
import { StatusPicker } from './status-picker.tsx';
import { Subject } from './subject.tsx';
import { TransferMenu } from './transfer-menu.tsx';
import classes from './ticket-header.module.css';

const SnoozeMenu = lazyPart(() => import('#features/tickets/snooze/snooze-menu.tsx'));
const RelationsMenuItems = lazyPart(() => import('#features/tickets/relations/relations-menu-items.tsx'));

type Props = { sideOpen: boolean; onSide: () => void; isAlone: boolean };

/** The header of a ticket: subject, status, priority, assignee and actions. */
export function TicketHeader({ sideOpen, onSide, isAlone }: Props) {
  const { t } = useTranslation('tickets');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { ticket } = detail;
  const { can } = useSession();
  const isWritable = ticket.merged_into === null;
  const navigate = useNavigate();
  const copy = useCopy();
  const head = useRef<HTMLElement>(null);
  useKeptFocus(head);
  const label = sideOpen ? t('action.hideDetails') : t('action.showDetails');
  return (
    <header ref={head} tabIndex={-1} className={classes['head']}>
      <div className={classes['row']}>
        <Subject />
        {isWritable && can('TICKETS:REPLY') && <CallMenu ticketId={ticket.id} />}
        {isWritable && <MainAction />}
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={t('action.more')} title={t('action.more')}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!isAlone && (
              <Menu.Item
                leftSection={<IconExternalLink size={16} stroke={1.75} />}
                onClick={() => void navigate({ to: '/tickets/detail', search: { id: ticket.id } })}
              >
                {t('action.openAlone')}
              </Menu.Item>
            )}
            {isWritable && ticket.waiting_since !== null && can('TICKETS:REPLY') && (
              <Menu.Item
                leftSection={<IconMessageOff size={16} stroke={1.75} />}
                onClick={() => void actions.noReply()}
              >
                {t('action.noReply')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconLink size={16} stroke={1.75} />}
              onClick={() => copy(`${location.origin}/tickets/detail?id=${ticket.id}`, t('action.copied'))}
            >
              {t('action.copyLink')}
            </Menu.Item>
            <Suspense>
              <RelationsMenuItems />
            </Suspense>
          </Menu.Dropdown>
        </Menu>
        <ActionIcon
          aria-label={label}
          title={label}
          aria-pressed={sideOpen}
          onClick={onSide}
          data-on={sideOpen || undefined}
        >
          <IconInfoCircle size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      <fieldset className={classes['facts']} disabled={!isWritable}>
        <span className={classes['number']}>{ticket.number}</span>
        <StatusPicker />
        <PriorityPicker />
        <AssigneePicker />
        <TransferMenu />
        <Suspense fallback={menu === 'snooze' && <HeldKeys onEscape={() => setMenu(null)} />}>
          <SnoozeMenu />
        </Suspense>
      </fieldset>
    </header>
  );
}

/** Calls the customer from the conversation: they get a link. The dialog shows the message before it is sent. */
function CallMenu({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { default_language: language } = useSession().config;
  const { answered } = useConversationToAnswer();
  const preview = answered
    ? t('action.callSends', {
        channel: shared(`media.${answered.media_id}`),
        ...CALL_INVITATION_TEXTS[language],
      })
    : t('action.callShares');
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('action.call')} title={t('action.call')}>
          <IconPhone size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPhone size={16} stroke={1.75} />}
          onClick={() => requestCall(ticketId, 'voice')}
        >
          {t('action.callVoice')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconVideo size={16} stroke={1.75} />}
          onClick={() => requestCall(ticketId, 'video')}
        >
          {t('action.callVideo')}
        </Menu.Item>
        <Menu.Label maw={280}>{preview}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The most likely next action: take, solve or reopen. */
function MainAction() {
  const { t } = useTranslation('tickets');
  const { detail, actions } = useOpenTicket();
  const { can } = useSession();
  const { status, assignee_id } = detail.ticket;
  const isDone = status === 'solved' || status === 'closed';
  if (isDone) {
    if (!can('TICKETS:SOLVE')) return null;
    return (
      <Button
        variant="default"
        leftSection={<IconRotate size={16} stroke={1.75} />}
        loading={actions.busy}
        onClick={() => void actions.setStatus('open')}
      >
        {t('action.reopen')}
      </Button>
    );
  }
  return (
    <>
      {assignee_id === null && can('TICKETS:REPLY') && (
        <Button loading={actions.busy} onClick={() => void actions.take()}>
          {t('action.take')}
        </Button>
      )}
      {can('TICKETS:SOLVE') && (
        <Button
          variant="default"
          leftSection={<IconCircleCheck size={16} stroke={1.75} />}
          disabled={actions.busy}
          onClick={() => void actions.setStatus('solved')}
        >
          {t('action.solve')}
        </Button>
      )}
    </>
  );
}
