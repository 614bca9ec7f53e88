import { useQuery } from '@tanstack/react-query';
import { getAnswerRecipients, type MailAddress } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import type { Recipients } from '../outbox.ts';
import { useOpenTicket } from '../ticket-context.ts';

/** Whom a mail on the open ticket goes to: whom the last one was from, until somebody is chosen. Kept on this device. */
export function useRecipients(isLetter: boolean) {
  const { ticket } = useOpenTicket().detail;
  const { user, can } = useSession();
  const [chosen, choose] = useStored(`mail-to.${user.id}.${ticket.id}`, readRecipients);
  const { data } = useQuery({
    // Another message, perhaps from somebody else.
    queryKey: ['answer-recipients', ticket.id, ticket.last_message_at],
    queryFn: async ({ signal }) =>
      (await call(getAnswerRecipients, { params: { id: ticket.id }, signal })).data,
    enabled: isLetter && can('TICKETS:REPLY'),
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  const usual: Recipients = { to: data?.to ?? [], cc: [], bcc: [] };
  return { recipients: chosen ?? usual, others: data?.others ?? [], choose };
}

function readRecipients(stored: unknown): Recipients | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { to, cc, bcc } = stored as Partial<Record<keyof Recipients, unknown>>;
  return arePeople(to) && arePeople(cc) && arePeople(bcc) ? { to, cc, bcc } : null;
}

const arePeople = (value: unknown): value is MailAddress[] => Array.isArray(value) && value.every(isPerson);

function isPerson(value: unknown): value is MailAddress {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<MailAddress>).name === 'string' &&
    typeof (value as Partial<MailAddress>).address === 'string'
  );
}
