import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { LIMITS, UNMERGE_DAYS } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import classes from './relations.module.css';
import { FoundLine, TicketFinder, type FoundTicket } from './ticket-finder.tsx';
import { useMerging } from './use-merging.ts';

type Direction = 'intoThis' | 'intoOther';

/** Merges other tickets into this one, or this one into another. */
export function MergeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets/relations');
  const { ticket, history } = useOpenTicket().detail;
  const actions = useMerging(ticket);
  const narrow = useNarrow();
  const [direction, setDirection] = useState<Direction>('intoThis');
  const [chosen, setChosen] = useState<readonly FoundTicket[]>([]);
  const [customers, setCustomers] = useState<readonly string[] | null>(null);
  const [isSure, setSure] = useState(false);
  const isInto = direction === 'intoThis';
  const canAdd = isInto ? chosen.length < LIMITS.mergeAtOnce : chosen.length === 0;
  const canMerge = chosen.length > 0 && (customers === null || isSure);

  function choose(next: readonly FoundTicket[]): void {
    setChosen(next);
    setCustomers(null);
    setSure(false);
  }

  async function submit(): Promise<void> {
    const [first] = chosen;
    if (!first || !canMerge) return;
    const outcome = isInto
      ? await actions.merge(ticket, chosen, isSure)
      : await actions.merge(first, [ticket], isSure);
    if (outcome.status === 'done') onClose();
    if (outcome.status === 'asks') setCustomers(outcome.customers);
  }

  return (
    <Dialog title={t('mergeDialog.title')} onClose={onClose} width={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <SegmentedControl
            aria-label={t('mergeDialog.direction')}
            // Beside each other the words are cut on a phone.
            orientation={narrow ? 'vertical' : 'horizontal'}
            value={direction}
            onChange={(next) => {
              setDirection(next);
              choose(next === 'intoThis' ? chosen : chosen.slice(0, 1));
            }}
            data={[
              { value: 'intoThis', label: t('mergeDialog.intoThis') },
              { value: 'intoOther', label: t('mergeDialog.intoOther') },
            ]}
          />
          <p className={classes['quiet']}>
            {t(`mergeDialog.${direction}Hint`)} {t('mergeDialog.undo', { count: UNMERGE_DAYS })}
          </p>
          {canAdd && (
            <TicketFinder
              suggested={history.filter(({ status }) => status !== 'closed')}
              suggestedFor={ticket.customer_name}
              without={[ticket.id, ...chosen.map(({ id }) => id)]}
              onPick={(picked) => choose([...chosen, picked])}
            />
          )}
          <Chosen all={chosen} onRemove={(id) => choose(chosen.filter((one) => one.id !== id))} />
          {customers && (
            <Notice kind="warning">
              {t('mergeDialog.customers', { names: customers.join(', ') })}
              <Checkbox
                // The pressed button is gone, so the checkbox takes the focus.
                autoFocus
                mt="xs"
                label={t('mergeDialog.anyway')}
                checked={isSure}
                onChange={(event) => setSure(event.currentTarget.checked)}
              />
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!canMerge} loading={actions.busy}>
              {t('mergeDialog.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Chosen({ all, onRemove }: { all: readonly FoundTicket[]; onRemove: (id: number) => void }) {
  const { t } = useTranslation('tickets/relations');
  if (all.length === 0) return null;
  return (
    <ul className={classes['list']} aria-label={t('find.chosen')}>
      {all.map((one) => (
        <li key={one.id} className={classes['entry']}>
          <FoundLine ticket={one} />
          <ActionIcon aria-label={t('find.remove', { number: one.number })} onClick={() => onRemove(one.id)}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
