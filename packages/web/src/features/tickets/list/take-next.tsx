import { ActionIcon } from '@mantine/core';
import { IconUserDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { assignTicket, takeNextConversation, type Ticket } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { showTicket } from '../api.ts';
import { newClientKey } from '../outbox/outbox-store.ts';

/** Takes the first waiting conversation without an offer; if it is given back, it waits again. */
export function TakeNext() {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const { can } = useSession();
  const mayTake = can('TICKETS:REPLY');
  const [isBusy, setBusy] = useState(false);
  // Kept until an answer arrives, so that a repeated request does not take a second conversation.
  const key = useRef(newClientKey());

  async function takeNext(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = await call(takeNextConversation, { body: { client_key: key.current } });
      key.current = newClientKey();
      if (data) await show(data);
      else toast(t('next.none'), { kind: 'info' });
    } catch (error) {
      const code = errorCode(error);
      const why = code === 'hands_full' ? 'full' : code === 'offline' ? 'offline' : 'failed';
      toast(t(`next.${why}`), { kind: why === 'full' ? 'info' : 'failed' });
    } finally {
      setBusy(false);
    }
  }

  async function show(ticket: Ticket): Promise<void> {
    showTicket(ticket);
    toast(t('next.taken', { name: ticket.customer_name }), {
      action: { label: t('next.back'), run: () => void unassign(ticket) },
    });
    await navigate({ to: '/tickets', search: { view: 'mine', id: ticket.id } });
  }

  async function unassign({ id, version, customer_name: name }: Ticket): Promise<void> {
    try {
      const { data } = await call(assignTicket, { params: { id }, body: { version, assignee_id: null } });
      showTicket(data);
      toast(t('next.gone-back', { name }));
    } catch {
      toast(t('next.not-back'), { kind: 'failed' });
    }
  }

  const shortcut = {
    key: 'shift+n',
    description: t('next.take'),
    group: t('keys.group'),
    run: () => void takeNext(),
  };
  useShortcuts(mayTake ? [shortcut] : []);
  if (!mayTake) return null;
  return (
    <ActionIcon
      aria-label={t('next.take')}
      title={`${t('next.take')} (Shift+N)`}
      loading={isBusy}
      onClick={() => void takeNext()}
    >
      <IconUserDown size={18} stroke={1.75} />
    </ActionIcon>
  );
}
