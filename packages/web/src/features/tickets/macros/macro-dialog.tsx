import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Macro } from '@trunkline/contract';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useRecipients } from '../mail/recipients/use-recipients.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useConversationToAnswer, useOpenTicket } from '../page/ticket-context.ts';
import classes from './macros.module.css';
import { macrosFor, stepsOf } from './steps.ts';
import { useMacroList, useMacroRun } from './use-macros.ts';

type Props = { onClose: () => void; onReply: (text: string) => void };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Dialog to select a macro, preview it, and run it. */
export function MacroDialog({ onClose, onReply }: Props) {
  const { t } = useTranslation('tickets/macros');
  const { ticket } = useOpenTicket().detail;
  const { answered, isByMail } = useConversationToAnswer();
  const { name } = useRecipients(isByMail);
  const id = useId();
  const { data = [], isPending } = useMacroList();
  const { busy, run } = useMacroRun(ticket, isByMail ? { addressee: name } : { on: answered?.id });
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const all = macrosFor(data, ticket.department_id, '');
  const found = macrosFor(all, ticket.department_id, typed);
  const chosen = found[Math.min(index, found.length - 1)];

  async function submit(): Promise<void> {
    const reply = chosen && !busy ? await run(chosen) : null;
    if (reply === null) return;
    onClose();
    if (reply !== '') onReply(reply);
  }

  function handleKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setIndex((Math.min(index, found.length - 1) + step + found.length) % found.length);
  }

  return (
    <Dialog title={t('title')} onClose={onClose} width={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
            label={t('find')}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setIndex(0);
            }}
            onKeyDown={handleKey}
          />
          <div id={id} role="listbox" aria-label={t('list')} className={classes['list']}>
            {found.map((macro) => (
              <div
                key={macro.id}
                id={`${id}-${macro.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={macro === chosen}
                className={classes['macro']}
                ref={(node) => {
                  if (macro === chosen) node?.scrollIntoView({ block: 'nearest' });
                }}
                // Keeps the focus in the field.
                onPointerDown={(event) => {
                  event.preventDefault();
                  setIndex(found.indexOf(macro));
                }}
              >
                {macro.name}
              </div>
            ))}
          </div>
          {!isPending && found.length === 0 && (
            <p className={classes['quiet']}>{t(all.length === 0 ? 'none' : 'notFound')}</p>
          )}
          {chosen && <Preview macro={chosen} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={!chosen} loading={busy}>
              {t('run')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Preview({ macro }: { macro: Macro }) {
  const { t } = useTranslation('tickets/macros');
  const { t: shared } = useTranslation('shared');
  const { ticket, customer } = useOpenTicket().detail;
  const { user } = useSession();
  const names = useTicketNames();
  const values = {
    'customer.name': customer.name,
    'agent.name': user.fullname,
    'ticket.number': ticket.number,
  };
  const steps = stepsOf(macro, { t, status: (status) => shared(`status.${status}`), names, values });
  return (
    <section className={classes['preview']} aria-label={t('preview')} aria-live="polite">
      <h3>{t('preview')}</h3>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  );
}
