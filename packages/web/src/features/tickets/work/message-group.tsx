import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, exactTime } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { type Entry, keyOf, type TimelineItem } from '../timeline.ts';
import { Attachments } from './attachments.tsx';
import { Delivery } from './delivery.tsx';
import { RichText } from './rich-text.tsx';
import { Unsent } from './unsent.tsx';
import classes from './message-group.module.css';

type Group = Extract<TimelineItem, { type: 'group' }>;
type Props = { group: Group; isMe: boolean; onEdit: (clientKey: string) => void };

/** What one sender wrote in one go: the customer left, us right, notes across. */
export const MessageGroup = memo(function MessageGroup({ group, isMe, onEdit }: Props) {
  const { t } = useTranslation('tickets');
  const last = group.entries.at(-1);
  const first = group.entries[0];
  if (!first || !last) return null;
  const name = isMe
    ? t('timeline.you')
    : group.author.type === 'system'
      ? t('timeline.system')
      : group.author.name;
  return (
    <article
      className={classes['group']}
      data-side={group.side}
      aria-label={`${name}, ${exactTime(first.created_at)}`}
    >
      {group.side === 'customer' && <Avatar name={group.author.name} size={28} />}
      <div className={classes['turn']}>
        {group.side === 'note' && (
          <p className={classes['heading']}>
            <IconLock size={14} stroke={1.75} aria-hidden />
            {t('timeline.note')}
          </p>
        )}
        {group.entries.map((entry) => (
          <Bubble key={keyOf(entry)} entry={entry} onEdit={onEdit} />
        ))}
        <footer className={classes['foot']}>
          <span>{name}</span>
          <time dateTime={last.created_at} title={exactTime(last.created_at)}>
            {clockTime(last.created_at)}
          </time>
          {group.side === 'us' && <Delivery entry={last} />}
        </footer>
      </div>
    </article>
  );
});

function Bubble({ entry, onEdit }: { entry: Entry; onEdit: (clientKey: string) => void }) {
  return (
    <>
      {entry.body !== '' && (
        <div
          className={classes['bubble']}
          data-sending={entry.sending?.status}
          title={exactTime(entry.created_at)}
          dir="auto"
        >
          <RichText>{entry.body}</RichText>
        </div>
      )}
      <Attachments files={entry.attachments} />
      <Unsent entry={entry} onEdit={onEdit} />
    </>
  );
}
