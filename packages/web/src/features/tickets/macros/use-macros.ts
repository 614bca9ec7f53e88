import { useQuery } from '@tanstack/react-query';
import {
  LIMITS,
  listMacros,
  macroPersonDetails,
  macroTextDetails,
  runMacro,
  undoMacro,
  type Macro,
  type Ticket,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { showTicket } from '../api.ts';
import { newClientKey } from '../outbox/outbox-store.ts';

/** The active macros. */
export const useMacroList = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['macros'],
    queryFn: async ({ signal }) => (await call(listMacros, { signal })).data,
    staleTime: 5 * 60_000,
  });

const REFUSALS = { forbidden: 'forbidden', stale: 'stale', invalid_reference: 'mentioned' } as const;

/**
 * Runs a macro on the ticket, and undoes it. `on`: the conversation to reply on; `addressee`: the recipient, if it may differ
 * from the customer. Returns the text for the reply box; null if the macro was refused.
 */
export function useMacroRun(
  ticket: Ticket,
  { on, addressee }: { on?: number | undefined; addressee?: string | undefined },
) {
  const { t } = useTranslation('tickets/macros');
  const [busy, setBusy] = useState(false);

  async function undo(runId: number, name: string): Promise<void> {
    try {
      showTicket((await call(undoMacro, { params: { id: runId }, body: {} })).data);
      toast(t('undone', { name }));
    } catch {
      toast(t('notUndone'), { kind: 'failed' });
    }
  }

  function refusal(error: unknown): string {
    const details = error instanceof ApiError ? error.details : undefined;
    const left = macroTextDetails.safeParse(details);
    if (left.success) return t('variablesLeft', { names: left.data.names.join(', ') });
    const person = macroPersonDetails.safeParse(details);
    if (person.success && person.data.reason === 'person_gone') return t('personGone');
    if (person.success) return t('personElsewhere', { name: person.data.name });
    const code = errorCode(error);
    return t(Object.hasOwn(REFUSALS, code) ? REFUSALS[code as keyof typeof REFUSALS] : 'failed');
  }

  async function run(macro: Macro): Promise<string | null> {
    setBusy(true);
    try {
      const greeted = addressee?.trim().slice(0, LIMITS.identity);
      const body = {
        macro_id: macro.id,
        version: ticket.version,
        client_key: newClientKey(),
        ...(greeted && { addressee: greeted }),
        ...(on !== undefined && { conversation_id: on }),
      };
      const { data } = await call(runMacro, { params: { id: ticket.id }, body });
      showTicket(data.ticket);
      const action = { label: t('undo'), run: () => void undo(data.run_id, macro.name) };
      const words = t(data.has_sent ? 'doneSent' : 'done', { name: macro.name });
      toast(words, data.can_undo ? { action } : {});
      return data.reply;
    } catch (error) {
      toast(refusal(error), { kind: 'failed' });
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}
