import { IconAlarmSnooze, IconCircleDot, IconEdit, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react';
import type { BulkAction } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useCommands } from '#shared/lib/keys/commands.ts';
import type { BulkDialogKind } from '../bulk/bulk-dialog-kind.ts';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const STATUSES = ['open', 'pending', 'on_hold'] as const;

type Props = { count: number; onAsk: (asked: BulkDialogKind) => void; onStart: (change: BulkAction) => void };

/** Offers the actions of the selected tickets in the search dialog, each only where it is permitted. */
export default function SelectionCommands({ count, onAsk, onStart }: Props) {
  const { t } = useTranslation('tickets/commands');
  const { t: shared } = useTranslation('shared');
  const { can, user } = useSession();
  const label = (own: string) => t('selected', { label: own, count });
  const edits = can('TICKETS:EDIT');
  const status = (to: string, change: BulkAction) => ({
    id: `selection-status-${to}`,
    label: label(t('status', { status: to })),
    icon: <IconCircleDot {...ICON} />,
    run: () => onStart(change),
  });
  const commands = [
    {
      id: 'selection-update',
      label: label(t('update')),
      icon: <IconEdit {...ICON} />,
      keys: 'b',
      run: () => onAsk('change'),
    },
    can('TICKETS:ASSIGN') && {
      id: 'selection-assign-me',
      label: label(t('assignMe')),
      icon: <IconUserCheck {...ICON} />,
      run: () => onStart({ action: 'assign', assignee_id: user.id }),
    },
    edits && {
      id: 'selection-macro',
      label: label(t('macro')),
      icon: <IconPlayerPlay {...ICON} />,
      run: () => onAsk('macro'),
    },
    edits && {
      id: 'selection-snooze',
      label: label(t('snooze')),
      icon: <IconAlarmSnooze {...ICON} />,
      run: () => onAsk('snooze'),
    },
    ...(edits ? STATUSES.map((one) => status(shared(`status.${one}`), { action: 'set', status: one })) : []),
    can('TICKETS:SOLVE') && status(shared('status.solved'), { action: 'solve' }),
  ];
  useCommands(count > 0 ? commands.filter((command) => command !== false) : []);
  return null;
}
