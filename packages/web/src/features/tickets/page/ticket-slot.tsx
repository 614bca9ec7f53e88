import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { useTicket } from '../api.ts';
import { usePresence } from '../presence.ts';
import type { TicketDetail } from '../realtime.ts';
import { TicketProvider } from './ticket-context.ts';
import type { PaneState } from './use-pane-state.ts';
import { useTicketActions } from '../use-ticket-actions.ts';

type Props = { id: number; state: PaneState; loading: ReactNode; quiet?: boolean; children: ReactNode };

/**
 * One pane of an open ticket: its content once the ticket is loaded, otherwise why it is not. With `quiet` the other
 * pane shows the reason.
 */
export function TicketSlot({ id, state, loading, quiet = false, children }: Props) {
  const ticket = useTicket(id);
  if (ticket.data) {
    return (
      <OpenTicket detail={ticket.data} state={state}>
        {children}
      </OpenTicket>
    );
  }
  if (ticket.isPending) return loading;
  if (quiet) return null;
  if (errorCode(ticket.error) === 'not_found') return <NoSuchTicket />;
  return <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />;
}

function OpenTicket({
  detail,
  state,
  children,
}: {
  detail: TicketDetail;
  state: PaneState;
  children: ReactNode;
}) {
  const { ticket } = detail;
  const actions = useTicketActions(ticket, state);
  const presence = usePresence(ticket.id);
  const { menu, setMenu, answerOn, setAnswerOn, heldOn, setHeldOn } = state;
  const open = useMemo(
    () => ({ detail, actions, presence, menu, setMenu, answerOn, setAnswerOn, heldOn, setHeldOn }),
    [detail, actions, presence, menu, setMenu, answerOn, setAnswerOn, heldOn, setHeldOn],
  );
  return <TicketProvider value={open}>{children}</TicketProvider>;
}

function NoSuchTicket() {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  return (
    <EmptyState title={t('failed.notFound.title')} hint={t('failed.notFound.text')}>
      <Button variant="default" onClick={() => void navigate({ to: '/tickets' })}>
        {t('failed.notFound.action')}
      </Button>
    </EmptyState>
  );
}
