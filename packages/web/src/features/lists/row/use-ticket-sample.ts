import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getTicket, search, type Ticket } from '@trunkline/contract';
import { useState } from 'react';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { fieldValues } from '#shared/fields/field-variables.ts';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import type { TemplateValues } from '#shared/lib/fill-template.ts';

/** Searches a ticket by number, subject or customer, and returns the values that it gives a template's variables. */
export function useTicketSample() {
  const { user, can } = useSession();
  const [chosen, setChosen] = useState<Sample | null>(null);
  const [typed, setTyped] = useState('');
  const words = useAnswerWords();
  const ofTicket = useCustomFields('ticket');
  const ofCustomer = useCustomFields('customer');
  const q = typed.trim();
  // The label of the chosen ticket is no search.
  const isChosen = chosen?.label === typed;
  const { data: found = [] } = useQuery({
    queryKey: ['lists', 'ticket-samples', q],
    queryFn: async ({ signal }) => (await call(search, { query: { q }, signal })).data.tickets.map(sampleOf),
    enabled: q !== '' && !isChosen,
    placeholderData: keepPreviousData,
  });
  const { data: detail } = useQuery({
    queryKey: ['lists', 'ticket-sample', chosen?.value],
    queryFn: async ({ signal }) =>
      (await call(getTicket, { params: { id: Number(chosen?.value) }, signal })).data,
    enabled: chosen !== null,
  });
  const values: TemplateValues | undefined = detail && {
    ...fieldValues(ofTicket, detail.ticket.fields, words),
    ...fieldValues(ofCustomer, detail.customer.fields, words),
    'customer.name': detail.customer.name,
    'agent.name': user.fullname,
    'ticket.number': detail.ticket.number,
  };
  const offered = isChosen ? [chosen] : q === '' ? [] : found;
  const choose = (value: string | null) => setChosen(offered.find((one) => one.value === value) ?? null);
  return { isAllowed: can('TICKETS:VIEW'), offered, chosen, choose, typed, type: setTyped, values };
}

type Sample = { value: string; label: string };

const sampleOf = (ticket: Pick<Ticket, 'id' | 'number' | 'subject' | 'customer_name'>): Sample => ({
  value: String(ticket.id),
  label: `${ticket.number} · ${ticket.subject} · ${ticket.customer_name}`,
});
