import { useVirtualizer } from '@tanstack/react-virtual';
import type { Ticket } from '@trunkline/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSearch } from '#shared/lib/desk-search.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { useSession } from '#shared/api/session.ts';
import { useNames } from '../names.ts';
import { useCustomersTyping } from '../presence.ts';
import { TicketRow } from './ticket-row.tsx';
import { useHeldRows } from './use-held-rows.ts';
import { useListCursor } from './use-list-cursor.ts';
import classes from './ticket-list.module.css';

type Props = {
  live: readonly Ticket[];
  /** Which list this is: another one begins at the top. */
  listKey: string;
  search: DeskSearch;
  openId: number | undefined;
  hasMore: boolean;
  onMore: () => void;
  onOpen: (id: number) => void;
};

const ROW = 60;
const NEAR_END = 20;

/** Where each list was left, so that coming back finds it there. */
const offsets = new Map<string, number>();

/** The rows, of which only the visible ones are drawn. Nothing moves under the pointer: what is new waits in a pill. */
export function TicketList({ live, listKey, search, openId, hasMore, onMore, onOpen }: Props) {
  const { t } = useTranslation('tickets');
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, waiting, hold, release } = useHeldRows(live, listKey);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const cursor = useListCursor({ rows, openId, onOpen, show: (index) => virtual.scrollToIndex(index) });
  const pointer = useRef(false);
  const { user } = useSession();
  const names = useNames();
  const typing = useCustomersTyping();
  const now = useNow(20_000);
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;

  useEffect(() => {
    scroller.current?.scrollTo({ top: offsets.get(listKey) ?? 0 });
  }, [listKey]);
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - NEAR_END) onMore();
  }, [hasMore, lastShown, rows.length, onMore]);

  const settle = () => hold(pointer.current || (scroller.current?.scrollTop ?? 0) > ROW / 2);
  const point = (inside: boolean) => {
    pointer.current = inside;
    settle();
  };

  function handleScroll(): void {
    offsets.set(listKey, scroller.current?.scrollTop ?? 0);
    settle();
  }

  return (
    <div
      className={classes['frame']}
      onPointerEnter={(event) => event.pointerType === 'mouse' && point(true)}
      onPointerLeave={() => point(false)}
    >
      {waiting > 0 && (
        <button
          type="button"
          className={classes['pill']}
          onClick={() => {
            scroller.current?.scrollTo({ top: 0 });
            release();
          }}
        >
          {t('list.new', { count: waiting })}
        </button>
      )}
      <div ref={scroller} className={classes['scroller']} onScroll={handleScroll}>
        <div
          role="list"
          aria-label={t('list.label')}
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {items.map((item) => {
            const ticket = rows[item.index];
            if (!ticket) return null;
            return (
              <div
                key={ticket.id}
                role="listitem"
                aria-posinset={item.index + 1}
                aria-setsize={hasMore ? -1 : rows.length}
                className={classes['item']}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TicketRow
                  ticket={ticket}
                  search={search}
                  isOpen={ticket.id === openId}
                  hasCursor={ticket.id === cursor}
                  isTyping={typing.has(ticket.id)}
                  assignee={ticket.assignee_id === null ? '' : names.agent(ticket.assignee_id)}
                  isMine={ticket.assignee_id === user.id}
                  now={now}
                />
              </div>
            );
          })}
        </div>
        <p className={classes['end']}>{hasMore ? t('list.more') : t('list.end')}</p>
      </div>
    </div>
  );
}
