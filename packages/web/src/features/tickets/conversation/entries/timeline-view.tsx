import type { Message } from '@trunkline/contract';
import { IconArrowDown } from '@tabler/icons-react';
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { dayOf } from '#shared/lib/format.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { useTimeline } from '#features/tickets/api.ts';
import { useOutgoing } from '#features/tickets/outbox/outbox-store.ts';
import { messagesOf } from '#features/tickets/realtime.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { type TimelineMessage, groupTimeline, mergeOutgoing } from '#features/tickets/timeline/timeline.ts';
import { DayLine } from './day-line.tsx';
import { EventLine } from './event-line.tsx';
import { MessageGroup } from './message-group.tsx';
import { entryOf } from './outgoing-entry.ts';
import { TimelineSkeleton } from './timeline-skeleton.tsx';
import { useEndScroll } from './use-end-scroll.ts';
import { useMarkRead } from '../use-mark-read.ts';
import classes from './timeline-view.module.css';

export type TimelineHandle = { toEnd: () => void };
type Props = { ref: Ref<TimelineHandle>; onEdit: (clientKey: string) => void };

/** The conversation and events of the ticket, oldest on top. */
export function TimelineView({ ref, onEdit }: Props) {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  const { user } = useSession();
  const { ticket } = detail;
  const timeline = useTimeline(ticket.id);
  const messages = useMemo(() => (timeline.data ? messagesOf(timeline.data) : []), [timeline.data]);
  const entries = useEntries(messages, ticket.id);
  const zone = useStore(timeZoneStore);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- which day a time falls on depends on the zone
  const items = useMemo(() => groupTimeline(entries, dayOf), [entries, zone]);
  const { scroller, content, atEnd, unseen, handleScroll, toEnd } = useEndScroll({
    firstKey: items[0] && `${entries[0]?.id}`,
    lastKey: `${entries.at(-1)?.id}-${entries.length === 0}`,
    count: entries.length,
  });
  useImperativeHandle(ref, () => ({ toEnd }));
  useKeptFocus(scroller);
  useMarkRead(ticket, { messages, inSight: atEnd, me: user.id });
  const sentinel = useOlderLoader(scroller, {
    ready: timeline.hasNextPage && !timeline.isFetchingNextPage,
    load: () => void timeline.fetchNextPage(),
  });
  useFollowOwn(entries.filter((entry) => entry.sending).length, toEnd);

  if (timeline.isPending) return <TimelineSkeleton />;
  if (timeline.isError && messages.length === 0) {
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />;
  }
  return (
    <div className={classes['frame']}>
      <div
        ref={scroller}
        className={classes['scroller']}
        onScroll={handleScroll}
        role="log"
        aria-label={t('timeline.label')}
        tabIndex={0}
      >
        <div ref={content} className={classes['content']}>
          <div ref={sentinel} className={classes['top']}>
            {timeline.hasNextPage ? t('timeline.older') : t('timeline.start')}
          </div>
          {items.map((item) => {
            if (item.type === 'day') return <DayLine key={item.key} at={item.at} />;
            if (item.type === 'event') return <EventLine key={item.key} entry={item.entry} />;
            return (
              <MessageGroup
                key={item.key}
                group={item}
                isMe={item.author.type === 'user' && item.author.id === user.id}
                onEdit={onEdit}
              />
            );
          })}
          <Typing />
        </div>
      </div>
      {!atEnd && <ToNewest unseen={unseen} onClick={toEnd} />}
    </div>
  );
}

/** Returns the server's messages and the unconfirmed ones. */
function useEntries(messages: readonly Message[], ticketId: number): TimelineMessage[] {
  const { user } = useSession();
  const outgoing = useOutgoing(ticketId);
  return useMemo(
    () =>
      mergeOutgoing(
        messages,
        outgoing.map((message) => entryOf(message, user)),
      ),
    [messages, outgoing, user],
  );
}

function Typing() {
  const { t } = useTranslation('tickets');
  const { detail, presence } = useOpenTicket();
  return (
    <p className={classes['typing']} aria-live="polite">
      {presence?.customer_typing && t('timeline.typing', { name: detail.ticket.customer_name })}
    </p>
  );
}

function ToNewest({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  const { t } = useTranslation('tickets');
  const words = unseen > 0 ? t('timeline.newBelow', { count: unseen }) : t('timeline.toNewest');
  return (
    <button
      type="button"
      className={classes['pill']}
      data-new={unseen > 0 || undefined}
      onClick={onClick}
      aria-label={words}
    >
      {unseen > 0 && <span>{words}</span>}
      <IconArrowDown size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

/** Loads the page before when its place comes near the screen; returns the ref for that place. */
function useOlderLoader(
  scroller: RefObject<HTMLElement | null>,
  { ready, load }: { ready: boolean; load: () => void },
) {
  const place = useRef<HTMLDivElement>(null);
  const run = useEffectEvent(load);
  useEffect(() => {
    if (!ready || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && run(),
      {
        root: scroller.current,
        rootMargin: '400px 0px 0px',
      },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [ready, scroller]);
  return place;
}

// Scrolls to a message that the user has just sent.
function useFollowOwn(count: number, toEnd: () => void): void {
  const before = useRef(count);
  const run = useCallback(toEnd, [toEnd]);
  useEffect(() => {
    if (count > before.current) run();
    before.current = count;
  }, [count, run]);
}
