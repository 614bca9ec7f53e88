import { Button, Group, Popover, Select, Stack, Textarea } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference, useSession } from '#shared/api/session.ts';
import { useOpener } from '#shared/lib/keys/use-opener.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useAvailability } from './use-availability.ts';
import picker from '#features/tickets/picker.module.css';

/** Shows the department, and transfers the ticket to another one with an optional note. */
export function TransferMenu() {
  const { t } = useTranslation('tickets');
  const { detail, menu, setMenu } = useOpenTicket();
  const { can } = useSession();
  const name = useTicketNames().department(detail.ticket.department_id);
  const opened = menu === 'transfer';
  const opener = useOpener(opened);
  const label = `${t('field.department_id')}: ${name}`;
  return (
    <Popover
      opened={opened}
      onChange={(next) => setMenu(next ? 'transfer' : null)}
      position="bottom-end"
      shadow="md"
      width={320}
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
          title={`${t('transfer.title')} (T)`}
          disabled={!can('TICKETS:TRANSFER')}
          onClick={() => setMenu(opened ? null : 'transfer')}
        >
          <IconArrowsLeftRight size={16} stroke={1.75} aria-hidden />
          <span className="truncate">{name}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('transfer.title')}>
        <TransferForm onClose={() => setMenu(null)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** How many people of a department could take it now. */
function FreeCount({ count }: { count: number | undefined }) {
  const { t } = useTranslation('tickets');
  if (count === undefined) return null;
  return <span className={picker['note']}>{t('transfer.free', { count })}</span>;
}

function TransferForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const { detail, actions } = useOpenTicket();
  const { data: reference } = useReference();
  const [department, setDepartment] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const { data: now } = useAvailability(true);
  const free = new Map(now?.departments.map((one) => [String(one.id), one.free]));
  const choices = (reference?.departments ?? []).filter(
    (one) => one.is_active && one.id !== detail.ticket.department_id,
  );

  async function handleSubmit(): Promise<void> {
    if (department === null) return;
    const moved = await actions.transfer(Number(department), note.trim());
    if (moved) onClose();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <Stack gap="sm">
        <Select
          data-autofocus
          label={t('transfer.department')}
          placeholder={t('field.choose')}
          comboboxProps={{ withinPortal: false }}
          data={choices.map((one) => ({ value: String(one.id), label: one.name }))}
          value={department}
          onChange={setDepartment}
          searchable
          renderOption={({ option }) => (
            <>
              <span className={picker['name']}>{option.label}</span>
              <FreeCount count={free.get(option.value)} />
            </>
          )}
        />
        <Textarea
          label={t('transfer.note')}
          placeholder={t('transfer.notePlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('transfer.cancel')}
          </Button>
          <Button type="submit" disabled={department === null} loading={actions.busy}>
            {t('transfer.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
