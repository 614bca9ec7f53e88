import { mergeTickets, splitTicket, unmergeTicket, type BodyOf } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import { useAttempt, useOpenOtherTicket, type TicketName } from './use-attempt.ts';

/** `customers`: names of the different customers of the tickets, which the user has to confirm. */
type Outcome = { status: 'done' | 'failed' } | { status: 'asks'; customers: string[] };

/** Merges, unmerges and splits tickets; each action can be undone. */
export function useMerging(ticket: TicketName) {
  const { t } = useTranslation('tickets/relations');
  const { busy, run } = useAttempt();
  const openOther = useOpenOtherTicket();

  async function part(one: TicketName): Promise<void> {
    const answer = await run(() => call(unmergeTicket, { params: { id: one.id }, body: {} }));
    if (answer) toast(t('done.parted', { number: one.number }));
  }

  async function partAll(all: readonly TicketName[]): Promise<void> {
    for (const one of all) await part(one);
  }

  async function merge(
    into: TicketName,
    from: readonly TicketName[],
    otherCustomers: boolean,
  ): Promise<Outcome> {
    const body = { from: from.map(({ id }) => id), other_customers: otherCustomers };
    let customers: string[] | null = null;
    const answer = await run(
      () => call(mergeTickets, { params: { id: into.id }, body }),
      (error) => (customers = customersIn(error)) !== null,
    );
    if (customers) return { status: 'asks', customers };
    if (!answer) return { status: 'failed' };
    const undo = { label: t('action.undo'), run: () => void partAll(from) };
    toast(t('done.merged', { count: from.length, number: into.number }), { action: undo });
    if (into.id !== ticket.id) openOther(into.id);
    return { status: 'done' };
  }

  async function split(what: Omit<BodyOf<typeof splitTicket>, 'client_key'>): Promise<boolean> {
    const body = { client_key: newClientKey(), ...what };
    const answer = await run(() => call(splitTicket, { params: { id: ticket.id }, body }));
    if (!answer) return false;
    const { data: made } = answer;
    const undo = { label: t('action.undo'), run: () => void merge(ticket, [made], false) };
    toast(t('done.split', { number: made.number }), { action: undo });
    return true;
  }

  return { busy, part, merge, split };
}

function customersIn(error: unknown): string[] | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const { customers } = (error.details ?? {}) as { customers?: { customer_name: string }[] };
  return customers ? [...new Set(customers.map((one) => one.customer_name))] : null;
}
