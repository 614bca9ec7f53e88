import { Button, Popover, Stack } from '@mantine/core';
import { IconAlarm, IconZzz } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { useOpener } from '#shared/lib/keys/use-opener.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import picker from '#features/tickets/picker.module.css';
import { TimeChoices } from './time-choices.tsx';
import classes from './snooze.module.css';

/** Snoozes the ticket; shows until when it is snoozed, or that it has come back. */
export default function SnoozeMenu() {
  const { t } = useTranslation('tickets/snooze');
  const { detail, menu, setMenu } = useOpenTicket();
  const { can } = useSession();
  const { status, snoozed_until: until, returned_at: returned } = detail.ticket;
  const opened = menu === 'snooze';
  const opener = useOpener(opened);
  const state = until ? t('until', { time: minuteTime(until) }) : returned ? t('returned') : '';
  const label = state || t('title');
  const isOver = status === 'solved' || status === 'closed';
  if (isOver) return null;
  const Icon = returned ? IconAlarm : IconZzz;
  return (
    <Popover
      opened={opened}
      onChange={(next) => setMenu(next ? 'snooze' : null)}
      position="bottom-end"
      shadow="md"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          ref={opener}
          type="button"
          className={picker['target']}
          aria-label={label}
          aria-expanded={opened}
          title={`${label} (Z)`}
          disabled={!can('TICKETS:EDIT')}
          onClick={() => setMenu(opened ? null : 'snooze')}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          {state && <span className="truncate">{state}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>
        <SnoozeChoices onClose={() => setMenu(null)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function SnoozeChoices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets/snooze');
  const { detail, actions } = useOpenTicket();

  async function snooze(until: string | null): Promise<void> {
    if (await actions.snooze(until)) onClose();
  }

  return (
    <Stack gap="sm">
      <TimeChoices label={t('title')} isBusy={actions.busy} onPick={(at) => void snooze(at)} />
      {detail.ticket.snoozed_until !== null && (
        <Button variant="default" loading={actions.busy} onClick={() => void snooze(null)}>
          {t('end')}
        </Button>
      )}
      <p className={classes['hint']}>{t('hint')}</p>
    </Stack>
  );
}
