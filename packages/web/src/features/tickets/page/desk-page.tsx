import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useNavigate } from '@tanstack/react-router';
import type { Ticket } from '@trunkline/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useStore } from '#shared/lib/store.ts';
import { isNewTicketRequested } from '#shared/tickets/new-ticket.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { PaneLayout } from '#shared/ui/layout/pane-layout.tsx';
import { DetailsPane } from '../details/details-pane.tsx';
import { DetailsSkeleton } from '../details/details-skeleton.tsx';
import { CreateTicket } from '../create/create-ticket.tsx';
import type { DeskChoice } from '../filters.ts';
import { ListPane } from '../list/list-pane.tsx';
import { openOutbox } from '../outbox/outbox-store.ts';
import { TicketSlot } from './ticket-slot.tsx';
import { useDesk } from './use-desk.ts';
import { useWide } from './use-wide.ts';
import { useDefaultView } from '../views/use-default-view.ts';
import { usePaneState, useDetailsPane } from './use-pane-state.ts';
import { ConversationPane } from '../conversation/conversation-pane.tsx';
import { ConversationSkeleton } from '../conversation/conversation-skeleton.tsx';
import classes from './desk-page.module.css';

const ViewsSidebar = lazyPart(() => import('../views/views-sidebar.tsx'));

/** The page of tickets: list, open ticket and its details side by side; on phones one at a time. */
export function DeskPage() {
  const { t } = useTranslation('tickets');
  const { can, user } = useSession();
  const { choice, change } = useDesk();
  const { id } = choice;
  const navigate = useNavigate();
  const state = usePaneState(id);
  const [side, setSide] = useDetailsPane();
  const [creating, setCreating] = useState(false);
  const canCreate = can('TICKETS:CREATE');
  openOutbox(user.id);
  useTopic(id === undefined ? null : `ticket:${id}`);

  const create = () => canCreate && setCreating(true);
  const writeMail = () => void navigate({ to: '/tickets/write' });
  const close = () => change({ id: undefined });
  function handleEscape(event: KeyboardEvent): void {
    // Menus and dialogs over the page handle Escape themselves.
    const isFloating = event.target instanceof Element && event.target.closest('[data-portal]') !== null;
    if (id !== undefined && !isFloating) close();
  }
  useShortcuts([
    ...(canCreate ? [{ key: 'c', description: t('keys.create'), group: t('keys.group'), run: create }] : []),
    ...(canCreate && can('TICKETS:REPLY')
      ? [{ key: 'shift+c', description: t('newMail.keys'), group: t('keys.group'), run: writeMail }]
      : []),
    { key: 'Escape', description: t('keys.back'), group: t('keys.group'), run: handleEscape },
  ]);

  const narrow = useNarrow();
  const isOpen = id !== undefined;
  const [isTable, setTable] = useStored('desk.table', (stored) => stored === true);
  const views = useSidebar();
  useDefaultView();
  return (
    <>
      {/* The list has the page's heading, but on phones it is hidden while a ticket is open. */}
      {narrow && isOpen && <h1 className="sr-only">{t('page.title')}</h1>}
      <DeskFrame views={views} choice={choice}>
        <PaneLayout
          storageKey="desk"
          show={!isOpen ? 'list' : side ? 'side' : 'main'}
          onBack={() => (side ? setSide(false) : close())}
          labels={{ list: t('list.label'), main: t('timeline.label'), side: t('context.label') }}
          list={
            <ListPane
              onCreate={create}
              views={views}
              table={narrow || isOpen ? undefined : { isOn: isTable, set: setTable }}
            />
          }
          listOnly={isTable && !isOpen}
          main={
            isOpen ? (
              <TicketSlot key={id} id={id} state={state} loading={<ConversationSkeleton id={id} />}>
                <ConversationPane sideOpen={side} onSide={setSide} isAlone={false} />
              </TicketSlot>
            ) : (
              <EmptyState
                title={t('empty.work.title')}
                hint={t('empty.work.text', { next: 'J', previous: 'K', open: '↵' })}
              />
            )
          }
          side={
            isOpen ? (
              <TicketSlot key={id} id={id} state={state} loading={<DetailsSkeleton />} quiet>
                <DetailsPane isAlone={false} />
              </TicketSlot>
            ) : undefined
          }
          sideOpen={side}
        />
      </DeskFrame>
      {canCreate && (
        <NewTicket
          isOpened={creating}
          onClose={() => setCreating(false)}
          onCreated={(ticket) => change({ id: ticket.id })}
        />
      )}
    </>
  );
}

/** Whether the sidebar of views is shown; undefined where the screen has no room for it. */
function useSidebar() {
  const isWide = useWide();
  const [isOn, set] = useStored('desk.views', (stored) => stored !== false);
  return isWide ? { isOn, set } : undefined;
}

type NewTicketProps = { isOpened: boolean; onClose: () => void; onCreated: (ticket: Ticket) => void };

/** The form for a new ticket, which may be asked for from elsewhere. */
function NewTicket({ isOpened, onClose, onCreated }: NewTicketProps) {
  const isAsked = useStore(isNewTicketRequested);
  function handleClose(): void {
    isNewTicketRequested.set(false);
    onClose();
  }
  return <CreateTicket opened={isOpened || isAsked} onClose={handleClose} onCreated={onCreated} />;
}

type FrameProps = { views: ReturnType<typeof useSidebar>; choice: DeskChoice; children: ReactNode };

/** The panes of the desk, beside the sidebar of views where it is shown. */
function DeskFrame({ views, choice, children }: FrameProps) {
  return (
    <div className={classes['desk']}>
      {views?.isOn && (
        <Suspense fallback={<div className={classes['views']} />}>
          <ViewsSidebar choice={choice} onFold={() => views.set(false)} />
        </Suspense>
      )}
      <div className={classes['panes']}>{children}</div>
    </div>
  );
}
