import {
  IconAlarmSnooze,
  IconCircleDot,
  IconMessageOff,
  IconPlayerPlay,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useCommands } from '#shared/lib/keys/commands.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { statusesFor } from './statuses-for.ts';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Offers the actions of the open ticket in the search dialog, each only where it is permitted. */
export default function TicketCommands() {
  const { t } = useTranslation('tickets/commands');
  const { t: shared } = useTranslation('shared');
  const { detail, actions, setMenu } = useOpenTicket();
  const { can, user } = useSession();
  const { ticket } = detail;
  const isOver = ticket.status === 'solved' || ticket.status === 'closed';
  const isMine = ticket.assignee_id === user.id;
  const mayTake = !isMine && (ticket.assignee_id === null ? can('TICKETS:REPLY') : can('TICKETS:ASSIGN'));
  const commands = [
    mayTake && {
      id: 'ticket-assign-me',
      label: t('assignMe'),
      icon: <IconUserCheck {...ICON} />,
      run: () => void (ticket.assignee_id === null ? actions.take() : actions.assign(user.id)),
    },
    can('TICKETS:ASSIGN') && {
      id: 'ticket-assign',
      label: t('assign'),
      icon: <IconUserPlus {...ICON} />,
      keys: 'a',
      run: () => setMenu('assign'),
    },
    can('TICKETS:EDIT') && {
      id: 'ticket-macro',
      label: t('macro'),
      icon: <IconPlayerPlay {...ICON} />,
      keys: 'm',
      run: () => setMenu('macro'),
    },
    can('TICKETS:EDIT') &&
      !isOver && {
        id: 'ticket-snooze',
        label: t('snooze'),
        icon: <IconAlarmSnooze {...ICON} />,
        keys: 'z',
        run: () => setMenu('snooze'),
      },
    can('TICKETS:REPLY') &&
      ticket.waiting_since !== null && {
        id: 'ticket-no-reply',
        label: t('noReply'),
        icon: <IconMessageOff {...ICON} />,
        run: () => void actions.noReply(),
      },
    ...statusesFor(ticket.status, can).map((status) => ({
      id: `ticket-status-${status}`,
      label: t('status', { status: shared(`status.${status}`) }),
      icon: <IconCircleDot {...ICON} />,
      run: () => void actions.setStatus(status),
    })),
  ];
  useCommands(ticket.merged_into === null ? commands.filter((command) => command !== false) : []);
  return null;
}
