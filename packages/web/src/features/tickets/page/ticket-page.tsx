import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import { useTicket } from '../api.ts';
import { DetailsPane } from '../details/details-pane.tsx';
import { DetailsSkeleton } from '../details/details-skeleton.tsx';
import { useLostAccess } from '../lost-access.ts';
import { openOutbox } from '../outbox/outbox-store.ts';
import { TicketPanes } from './ticket-panes.tsx';
import { TicketSlot } from './ticket-slot.tsx';
import { usePaneState, useDetailsPane } from './use-pane-state.ts';
import { ConversationPane } from '../conversation/conversation-pane.tsx';
import { ConversationSkeleton } from '../conversation/conversation-skeleton.tsx';

/** The page of a single ticket, which links from elsewhere open. */
export function TicketPage() {
  const { t } = useTranslation('tickets');
  const { id } = useSearch({ from: '/shell/tickets/detail' });
  const navigate = useNavigate();
  if (id === undefined) {
    return (
      <EmptyState title={t('failed.notFound.title')} hint={t('failed.notFound.text')}>
        <Button variant="default" onClick={() => void navigate({ to: '/tickets' })}>
          {t('failed.notFound.action')}
        </Button>
      </EmptyState>
    );
  }
  return <OneTicket key={id} id={id} />;
}

function OneTicket({ id }: { id: number }) {
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const state = usePaneState(id);
  const [side, setSide] = useDetailsPane();
  const { data } = useTicket(id);
  const navigate = useNavigate();
  useLostAccess(id, (isOwn) => {
    void navigate({ to: '/tickets' });
    if (!isOwn) toast(t('done.goneByOthers'), { kind: 'info' });
  });
  openOutbox(user.id);
  useTopic(`ticket:${id}`);
  const title = data ? t('page.one', { number: data.ticket.number }) : t('page.title');
  usePageTitle(title);
  return (
    <TicketPanes
      title={title}
      sideOpen={side}
      onSide={setSide}
      main={
        <TicketSlot id={id} state={state} loading={<ConversationSkeleton id={id} />}>
          <ConversationPane sideOpen={side} onSide={setSide} isAlone />
        </TicketSlot>
      }
      side={
        <TicketSlot id={id} state={state} loading={<DetailsSkeleton />} quiet>
          <DetailsPane isAlone />
        </TicketSlot>
      }
    />
  );
}
