import { Popover } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { TicketNotice } from '@trunkline/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { realtime } from '#shared/api/realtime.ts';
import { notify } from '#shared/lib/notifications.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useOpener } from '#shared/lib/keys/use-opener.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { markRead, useNotices } from './api.ts';
import { useNoticeWords } from './notice-words.ts';
import { NoticeList } from './notice-list.tsx';
import { noticesOf } from './realtime.ts';
import classes from './notices.module.css';

const LARGEST = 99;

/** Mentions and news of followed tickets: shown as toasts when they arrive, and kept in this list. */
export default function NoticesBell() {
  const { t } = useTranslation('notices');
  const [opened, setOpened] = useState(false);
  const opener = useOpener(opened);
  const told = useNotices();
  const notices = useMemo(() => (told.data ? noticesOf(told.data) : []), [told.data]);
  const navigate = useNavigate();
  const unread = told.data?.pages[0]?.unread ?? 0;
  useNoticeToasts((notice) => open(notice.ticket.id));
  useReadOnOpening(notices);
  useShortcuts([{ key: 'g n', description: t('title'), group: t('group'), run: () => setOpened(true) }]);

  function open(id: number): void {
    setOpened(false);
    void navigate({ to: '/tickets', search: { view: 'open', id } });
  }

  const says = unread > 0 ? t('some', { count: unread }) : t('none');
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          ref={opener}
          type="button"
          className={classes['bell']}
          data-some={unread > 0 || undefined}
          aria-label={says}
          aria-expanded={opened}
          title={says}
          onClick={() => setOpened(!opened)}
        >
          <IconAt size={18} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className={classes['count']}>{unread > LARGEST ? `${LARGEST}+` : unread}</span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')} p={0}>
        <NoticeList notices={notices} more={told} onOpen={open} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows a toast for each new notification, unless its ticket is open. */
function useNoticeToasts(open: (notice: TicketNotice) => void): void {
  const { t } = useTranslation('notices');
  const words = useNoticeWords();
  const current = useOpenTicketId();
  const { isActive } = useActiveTab();
  const tell = useEffectEvent((notice: TicketNotice) => {
    if (notice.ticket.id === current && !document.hidden) return void markRead(current);
    const text = t('toast', { number: notice.ticket.number, what: words(notice) });
    toast(text, { kind: 'info', action: { label: t('open'), run: () => open(notice) } });
    if (isActive && notice.kind === 'mention')
      notify(text, { body: notice.text, tag: `notice-${notice.id}`, onClick: () => open(notice) });
  });
  useEffect(() => realtime.on('ticket-notice', ({ notice }) => tell(notice)), []);
}

/** Marks a ticket's notifications as read when it is opened. */
function useReadOnOpening(notices: readonly TicketNotice[]): void {
  const current = useOpenTicketId();
  const isNews = notices.some((notice) => notice.ticket.id === current && !notice.is_read);
  useEffect(() => {
    if (isNews && current !== undefined) void markRead(current);
  }, [isNews, current]);
}

/** Returns the id of the ticket on the screen, whichever page shows it. */
function useOpenTicketId(): number | undefined {
  return useLocation({
    select: ({ pathname, search }) => {
      const id = Number((search as { id?: unknown }).id);
      return pathname.startsWith('/tickets') && id > 0 ? id : undefined;
    },
  });
}
