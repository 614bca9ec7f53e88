import { useQuery } from '@tanstack/react-query';
import { getAnswerRecipients, type MailAddress, type ResponseOf } from '@trunkline/contract';
import { useState } from 'react';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import type { MailRecipients } from '#features/tickets/outbox/outbox.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { addresseeOf, recipientsToConfirm } from './people.ts';

/** Recipients of a reply on the open ticket: the last sender until changed. Kept on this device. */
export function useRecipients(isByEmail: boolean) {
  const { ticket, customer } = useOpenTicket().detail;
  const { namedOn } = useConversationToAnswer();
  const conversation = namedOn === null ? {} : { conversation: String(namedOn) };
  const { user, can } = useSession();
  const [chosen, choose] = useStored(`mail-to.${user.id}.${ticket.id}`, readRecipients);
  const { data } = useQuery({
    // A newer message may have another sender.
    queryKey: ['answer-recipients', ticket.id, ticket.last_message_at, namedOn],
    queryFn: async ({ signal }) =>
      (await call(getAnswerRecipients, { params: { id: ticket.id }, query: conversation, signal })).data,
    enabled: isByEmail && can('TICKETS:REPLY'),
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  const { to, others, is_unproven, to_confirm } = data ?? NOBODY;
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const recipients: MailRecipients = chosen ?? { to, cc: [], bcc: [] };
  const asked = recipientsToConfirm(recipients, to_confirm);
  const name = addresseeOf(recipients.to, customer);
  return {
    recipients,
    others,
    choose,
    /** Reply-To addresses, which need a confirmation. */
    asked,
    confirmed: asked.filter((address) => confirmed.includes(address)),
    confirm: (address: string, isConfirmed: boolean) =>
      setConfirmed(isConfirmed ? [...confirmed, address] : confirmed.filter((one) => one !== address)),
    /** The name of the first recipient. */
    name,
    /** The name to show before sending; the address where the sender's name is not proven. */
    shownName: (is_unproven && recipients.to[0]?.address) || name,
  };
}

/** Used until the server has returned the recipients of the reply. */
const NOBODY: ResponseOf<typeof getAnswerRecipients>['data'] = {
  to: [],
  others: [],
  is_unproven: false,
  to_confirm: [],
};

function readRecipients(stored: unknown): MailRecipients | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { to, cc, bcc } = stored as Partial<Record<keyof MailRecipients, unknown>>;
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
