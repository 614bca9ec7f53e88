import { lazyPart } from '#shared/loading/lazy-part.ts';
import { IconLock } from '@tabler/icons-react';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, exactTime } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { SkeletonLine } from '#shared/ui/states/skeletons.tsx';
import { MentionWords } from '#features/tickets/mentions/mention-words.tsx';
import { type TimelineMessage, keyOf, type TimelineItem } from '#features/tickets/timeline/timeline.ts';
import { Attachments } from '../files/attachments.tsx';
import { Delivery } from './delivery.tsx';
import { RichText } from '../field/rich-text.tsx';
import { Unsent } from './unsent.tsx';
import classes from './message-group.module.css';

// Loaded when first needed, because most tickets have no e-mail.
const Email = lazyPart(() => import('#features/tickets/mail/email/email.tsx'));
// Most messages are only text and files.
const MessageParts = lazyPart(() => import('#features/tickets/message-parts/message-parts.tsx'));
const Since = lazyPart(() => import('#features/tickets/message-parts/since.tsx'));
const NotSent = lazyPart(() => import('#features/tickets/message-parts/not-sent.tsx'));

type Group = Extract<TimelineItem, { type: 'group' }>;
type Props = { group: Group; isMe: boolean; onEdit: (clientKey: string) => void };

/** Consecutive messages of one author: the customer's on the left, ours on the right, notes at full width. */
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
      data-email={first.mail ? true : undefined}
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

function Bubble({ entry, onEdit }: { entry: TimelineMessage; onEdit: (clientKey: string) => void }) {
  const { mail, extra } = entry;
  // Files that the e-mail's page shows itself are not listed again.
  const own = mail?.has_html
    ? entry.attachments.filter(({ id }) => !mail.inline_file_ids.includes(id))
    : entry.attachments;
  const files = [...own, ...(mail?.forwards?.files ?? [])];
  return (
    <>
      {mail ? (
        <Suspense fallback={<LoadingEmail />}>
          <Email entry={entry} mail={mail} />
        </Suspense>
      ) : (
        <Written entry={entry} />
      )}
      <Attachments files={files} />
      {extra && (
        <Suspense>
          <Since extra={extra} />
        </Suspense>
      )}
      <Unsent entry={entry} onEdit={onEdit} />
    </>
  );
}

function Written({ entry }: { entry: TimelineMessage }) {
  const { extra, failure, state } = entry;
  const isHeld = failure !== null && (state === 'failed' || state === 'queued');
  return (
    <>
      {extra && (
        <Suspense>
          <MessageParts extra={extra} />
        </Suspense>
      )}
      <Words entry={entry} />
      {isHeld && (
        <Suspense>
          <NotSent entry={entry} failure={failure} />
        </Suspense>
      )}
    </>
  );
}

/** Hides the text as well while the code loads, because the warning about the sender must come first. */
function LoadingEmail() {
  const { t } = useTranslation('shared');
  return (
    <div className={classes['coming']} role="status" aria-label={t('loading')}>
      <SkeletonLine width="34%" />
      <SkeletonLine width="22%" height={8} />
      <SkeletonLine width="82%" />
      <SkeletonLine width="64%" />
    </div>
  );
}

function Words({ entry }: { entry: TimelineMessage }) {
  if (entry.body === '') return null;
  return (
    <div
      className={classes['bubble']}
      data-sending={entry.sending?.status}
      data-deleted={entry.extra?.deleted_at ? true : undefined}
      title={exactTime(entry.created_at)}
      dir="auto"
    >
      {entry.kind === 'note' ? <MentionWords>{entry.body}</MentionWords> : <RichText>{entry.body}</RichText>}
    </div>
  );
}
