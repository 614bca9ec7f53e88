import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TicketNotice } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { fetchMentions, markRead } from './api.ts';
import { useNoticeWords } from './notice-words.ts';
import classes from './notices.module.css';

type Kind = 'all' | 'mention';
type Props = { notices: readonly TicketNotice[]; onOpen: (ticketId: number) => void };

/** What one was told, the latest first. */
export function NoticeList({ notices, onOpen }: Props) {
  const { t } = useTranslation('notices');
  const [kind, setKind] = useState<Kind>('all');
  const latest = notices[0]?.id;
  const mentions = useQuery({
    queryKey: ['notices', 'mentions', latest],
    queryFn: ({ signal }) => fetchMentions(signal),
    enabled: kind === 'mention',
    placeholderData: (before) => before,
  });
  const shown = kind === 'all' ? notices : (mentions.data ?? []);
  const hasNews = notices.some((notice) => !notice.is_read);
  return (
    <>
      <div className={classes['head']}>
        <SegmentedControl
          size="xs"
          aria-label={t('show')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'all', label: t('all') },
            { value: 'mention', label: t('mentions') },
          ]}
        />
        <button type="button" className={classes['link']} disabled={!hasNews} onClick={() => void markRead()}>
          {t('readAll')}
        </button>
      </div>
      {shown.length === 0 && !mentions.isFetching && <p className={classes['empty']}>{t(`empty.${kind}`)}</p>}
      <ul className={classes['list']}>
        {shown.map((notice, index) => (
          <li key={notice.id}>
            <Entry notice={notice} isFirst={index === 0} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

type EntryProps = { notice: TicketNotice; isFirst: boolean; onOpen: (ticketId: number) => void };

function Entry({ notice, isFirst, onOpen }: EntryProps) {
  const { t } = useTranslation('notices');
  const words = useNoticeWords();
  const { ticket } = notice;
  return (
    <button
      type="button"
      className={classes['notice']}
      data-new={!notice.is_read || undefined}
      data-autofocus={isFirst || undefined}
      onClick={() => onOpen(ticket.id)}
    >
      <Avatar name={notice.by} size={28} />
      <span className={classes['words']}>
        <span>
          {!notice.is_read && <span className="sr-only">{t('unread')}: </span>}
          {words(notice)}
        </span>
        {notice.kind !== 'status' && notice.text !== '' && (
          <span className={classes['text']} dir="auto">
            {notice.text}
          </span>
        )}
        <span className={classes['place']}>
          {ticket.number} · {ticket.subject}
        </span>
      </span>
      <time dateTime={notice.at} title={exactTime(notice.at)}>
        {relativeTime(notice.at)}
      </time>
    </button>
  );
}
