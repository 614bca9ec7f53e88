import { Button, SegmentedControl } from '@mantine/core';
import type { TicketNotice } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { markRead, useMentions } from './api.ts';
import { useNoticeWords } from './notice-words.ts';
import classes from './notices.module.css';

type Kind = 'all' | 'mention';
/** Loads older notifications. */
type More = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
type Props = { notices: readonly TicketNotice[]; more: More; onOpen: (ticketId: number) => void };

/** The user's notifications, latest first. */
export function NoticeList({ notices, more, onOpen }: Props) {
  const { t } = useTranslation('notices');
  const [kind, setKind] = useState<Kind>('all');
  const mentions = useMentions(notices[0]?.id, kind === 'mention');
  const shown = kind === 'all' ? notices : (mentions.data?.pages.flatMap(({ data }) => data) ?? []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = kind === 'all' ? more : mentions;
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
        {/* Not disabled: it keeps the focus that it has when it has marked them. */}
        <button
          type="button"
          className={classes['link']}
          aria-disabled={!hasNews}
          onClick={() => hasNews && void markRead()}
        >
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
        {hasNextPage && (
          <li className={classes['more']}>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('more')}
            </Button>
          </li>
        )}
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
