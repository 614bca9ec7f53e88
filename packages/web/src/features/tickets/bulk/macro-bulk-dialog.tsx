import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { Macro } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicketNames } from '#shared/tickets/names.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { stepsOf } from '../macros/steps.ts';
import { useMacroList } from '../macros/use-macros.ts';
import { startBulk, type BulkTarget } from './api.ts';

type Props = { count: number; target: BulkTarget; onClose: () => void; onStarted: (bulkId: number) => void };

/** Dialog to run a macro on the selected tickets; lists its steps, and what an undo cannot restore. */
export default function MacroBulkDialog({ count, target, onClose, onStarted }: Props) {
  const { t } = useTranslation('tickets/bulk');
  const { t: ofList } = useTranslation('tickets');
  const words = useErrorWords();
  const { data: macros = [], isPending } = useMacroList();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const macro = macros.find(({ id }) => String(id) === chosen);

  async function start(): Promise<void> {
    setTried(true);
    if (!macro) return;
    setBusy(true);
    try {
      onStarted(await startBulk({ action: 'macro', macro_id: macro.id }, target));
    } catch (refusal) {
      toast(words(refusal), { kind: 'failed' });
      setBusy(false);
    }
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void start();
  }

  return (
    <Dialog title={t('macroTitle', { count })} onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Stack gap="sm">
          {!isPending && macros.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('macroNone')}
            </Text>
          ) : (
            <Select
              label={t('macroName')}
              data-autofocus
              searchable
              openOnFocus={false}
              nothingFoundMessage={ofList('field.notFound')}
              error={isTried && !macro ? t('needMacro') : undefined}
              data={macros.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
          {macro && <Steps macro={macro} />}
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={onClose}>
              {ofList('bulk.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={macros.length === 0}>
              {t('run', { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Variables stay as they are: they differ from ticket to ticket. */
const VARIABLES = {
  'customer.name': '{{customer.name}}',
  'agent.name': '{{agent.name}}',
  'ticket.number': '{{ticket.number}}',
};

function Steps({ macro }: { macro: Macro }) {
  const { t } = useTranslation('tickets/bulk');
  const { t: ofMacros } = useTranslation('tickets/macros');
  const { t: shared } = useTranslation('shared');
  const names = useTicketNames();
  const hasReply = macro.reply.trim() !== '';
  const said = hasReply && !macro.sends_at_once ? { ...macro, reply: '' } : macro;
  const steps = stepsOf(said, {
    t: ofMacros,
    status: (status) => shared(`status.${status}`),
    names,
    values: VARIABLES,
  });
  return (
    <div>
      <ul style={{ margin: 0, paddingInlineStart: 16, overflowWrap: 'anywhere' }}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      {hasReply && (
        <Text size="sm" mt={8} c={macro.sends_at_once ? 'var(--red)' : 'dimmed'}>
          {t(macro.sends_at_once ? 'sends' : 'repliesLeft')}
        </Text>
      )}
      {macro.department_id !== null && (
        <Text size="sm" mt={8} c="dimmed">
          {t('onlyIn', { department: names.department(macro.department_id) })}
        </Text>
      )}
    </div>
  );
}
