import { call } from '#shared/api/call.ts';
import { MarkedWords } from '#shared/tickets/marked-words.tsx';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listSearchExcerpts, search, type ResponseOf, type SearchExcerpt } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { ResultGroup } from './result-list.tsx';
import classes from './search-palette.module.css';

type SearchResult = ResponseOf<typeof search>['data'];

/** The tickets and customers that a search has found, with excerpts of messages. */
export function useRecords(query: string, isShown: boolean) {
  const found = useQuery<SearchResult>({
    queryKey: ['search', query],
    queryFn: ({ signal }) => call(search, { query: { q: query }, signal }).then(dataOf),
    enabled: query !== '',
    placeholderData: (previous) => previous,
  });
  const ids = found.isPlaceholderData ? '' : (found.data?.tickets ?? []).map(({ id }) => id).join(',');
  const excerpts = useQuery<SearchExcerpt[]>({
    queryKey: ['search', 'excerpts', query, ids],
    queryFn: ({ signal }) => call(listSearchExcerpts, { query: { q: query, ids }, signal }).then(dataOf),
    enabled: query !== '' && ids !== '',
    placeholderData: (previous) => previous,
    retry: false,
  });
  const groups = useGroups(isShown && query !== '' ? found.data : undefined, excerpts.data ?? []);
  return { groups, isPending: found.isPending, isError: found.isError };
}

const dataOf = <T,>({ data }: { data: T }): T => data;

function useGroups(found: SearchResult | undefined, excerpts: readonly SearchExcerpt[]): ResultGroup[] {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  if (!found) return [];
  return [
    {
      title: t('tickets'),
      items: found.tickets.map((ticket) => {
        // The subject is shown anyway.
        const said = excerpts.find(({ ticket_id: id, source }) => id === ticket.id && source !== 'subject');
        return {
          id: `ticket-${ticket.id}`,
          icon: <IconTicket size={18} stroke={1.75} aria-hidden />,
          label: ticket.subject,
          hint: `${ticket.number} · ${ticket.customer_name}`,
          end: <StatusBadge status={ticket.status} quiet />,
          ...(said && { excerpt: <Said excerpt={said} /> }),
          run: () => void navigate({ to: '/tickets/detail', search: { id: ticket.id } }),
        };
      }),
    },
    {
      title: t('customers'),
      items: found.customers.map((customer) => ({
        id: `customer-${customer.id}`,
        icon: <Avatar name={customer.name} size={22} />,
        label: customer.name,
        hint: customer.company,
        run: () => void navigate({ to: '/customers', search: { id: customer.id } }),
      })),
    },
  ];
}

function Said({ excerpt: { source, parts } }: { excerpt: SearchExcerpt }) {
  const { t } = useTranslation('search');
  return (
    <span dir="auto">
      {source === 'note' && <span className={classes['note-of']}>{t('note')} </span>}
      <MarkedWords parts={parts} />
    </span>
  );
}
