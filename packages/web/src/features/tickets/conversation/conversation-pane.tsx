import { HeldKeys, OverlayBoundary } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useStore } from '#shared/lib/store.ts';
import { forwardRequest } from '../mail/forwarding/forward-request.ts';
import type * as KeepAsDraft from '../outbox/keep-as-draft.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import type { TicketMenu } from '../page/use-pane-state.ts';
import { consumeWriteRequest } from './composer/ask-to-write.ts';
import { Composer } from './composer/composer.tsx';
import { PresenceLine } from './header/presence-line.tsx';
import { StalePanel } from './stale-panel.tsx';
import { TicketHeader } from './header/ticket-header.tsx';
import type { ComposerHandle } from './composer/use-composer.ts';
import { type TimelineHandle, TimelineView } from './entries/timeline-view.tsx';

const TicketCommands = lazyPart(() => import('../commands/ticket-commands.tsx'));
const ScheduledReplies = lazyPart(() => import('../scheduled/scheduled-replies.tsx'));
const Forwarding = lazyPart(() => import('../mail/forwarding/forward-dialog.tsx'));
const MissingFields = lazyPart(() => import('./composer/missing-fields.tsx'));
const RelationsMenu = lazyPart(() => import('../relations/relations-menu.tsx'));

type Props = { sideOpen: boolean; onSide: (open: boolean) => void; isAlone: boolean };

/** The open ticket: header, conversation and composer. */
export function ConversationPane({ sideOpen, onSide, isAlone }: Props) {
  const composer = useRef<ComposerHandle>(null);
  const timeline = useRef<TimelineHandle>(null);
  const showNewest = useCallback(() => timeline.current?.toEnd(), []);
  const putReply = useCallback((text: string) => composer.current?.put(text), []);
  const editAgain = useCallback((key: string) => composer.current?.reopenUnsent(key), []);
  const { can, user } = useSession();
  const { actions, detail, menu, setMenu } = useOpenTicket();
  const { ticket } = detail;
  const canWrite = ticket.merged_into === null && (can('TICKETS:REPLY') || can('TICKETS:NOTE'));
  useEffect(() => {
    const asked = consumeWriteRequest(ticket.id);
    if (asked) composer.current?.write(asked.kind, asked.typed);
  }, [ticket.id]);
  useTicketKeys({ composer: () => composer.current, onSide });
  return (
    <>
      <TicketHeader sideOpen={sideOpen} onSide={() => onSide(!sideOpen)} isAlone={isAlone} />
      <StalePanel />
      <Suspense>
        <TicketCommands />
      </Suspense>
      {actions.missing && (
        <OverlayBoundary onClose={actions.leaveUnsolved}>
          <MissingFields asked={actions.missing} />
        </OverlayBoundary>
      )}
      <Suspense fallback={isRelationMenu(menu) && <HeldKeys onEscape={() => setMenu(null)} />}>
        <RelationsMenu onReply={putReply} />
      </Suspense>
      <PresenceLine />
      <TimelineView ref={timeline} onEdit={editAgain} />
      {detail.scheduled.length > 0 && (
        <Suspense>
          <ScheduledReplies
            replies={detail.scheduled}
            onLeft={() => composer.current?.write('reply')}
            onRestore={(reply) => {
              if (composer.current) composer.current.restore(reply);
              else void keepAsDraft({ userId: user.id, ticketId: ticket.id }, reply);
            }}
          />
        </Suspense>
      )}
      <ForwardSlot />
      {canWrite && <Composer ref={composer} fillsCorner={!sideOpen} onShow={showNewest} />}
    </>
  );
}

/** Loaded when needed, because the ticket is seldom left in the moment in which a reply is taken back. */
async function keepAsDraft(...reply: Parameters<typeof KeepAsDraft.keepAsDraft>): Promise<void> {
  (await import('../outbox/keep-as-draft.ts')).keepAsDraft(...reply);
}

/** Loaded when somebody wants to pass a mail on. */
function ForwardSlot() {
  if (useStore(forwardRequest) === null) return null;
  return (
    <OverlayBoundary onClose={() => forwardRequest.set(null)}>
      <Forwarding />
    </OverlayBoundary>
  );
}

/** Names of the relation dialogs, which are loaded when they are opened. */
const RELATION_MENU = [
  { key: 'm', menu: 'macro' },
  { key: 'shift+m', menu: 'merge' },
  { key: 'shift+s', menu: 'split' },
  { key: 'l', menu: 'link' },
  { key: 'z', menu: 'snooze' },
] as const;

const isRelationMenu = (menu: TicketMenu | null): boolean =>
  menu === 'macro' || menu === 'merge' || menu === 'split' || menu === 'link';

type Keys = { composer: () => ComposerHandle | null; onSide: (open: boolean) => void };

function useTicketKeys({ composer, onSide }: Keys): void {
  const { t } = useTranslation('tickets');
  const { setMenu, detail, actions } = useOpenTicket();
  const { can } = useSession();
  const group = t('keys.group');
  const menu = (name: TicketMenu) => () => setMenu(name);
  const keys = [
    can('TICKETS:REPLY') && {
      key: 'r',
      description: t('keys.reply'),
      group,
      run: () => composer()?.write('reply'),
    },
    can('TICKETS:NOTE') && {
      key: 'n',
      description: t('keys.note'),
      group,
      run: () => composer()?.write('note'),
    },
    can('TICKETS:REPLY') &&
      detail.ticket.waiting_since !== null && {
        key: 'shift+r',
        description: t('keys.noReply'),
        group,
        run: () => void actions.noReply(),
      },
    can('TICKETS:ASSIGN') && { key: 'a', description: t('keys.assign'), group, run: menu('assign') },
    can('TICKETS:TRANSFER') && { key: 't', description: t('keys.transfer'), group, run: menu('transfer') },
    { key: 's', description: t('keys.status'), group, run: menu('status') },
    can('TICKETS:EDIT') && { key: 'p', description: t('keys.priority'), group, run: menu('priority') },
    can('TICKETS:EDIT') && {
      key: 'e',
      description: t('keys.tags'),
      group,
      run: () => {
        onSide(true);
        setMenu('tags');
      },
    },
    ...(can('TICKETS:EDIT')
      ? RELATION_MENU.map(({ key, menu: name }) => ({
          key,
          description: t(`keys.${name}`),
          group,
          run: menu(name),
        }))
      : []),
  ];
  useShortcuts(detail.ticket.merged_into === null ? keys.filter((key) => key !== false) : []);
}
