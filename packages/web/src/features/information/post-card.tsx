import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { InformationPost } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { boardChanged, confirmRead } from './api.ts';
import { FormattedText } from './formatted-text.tsx';
import { PostFiles } from './post-files.tsx';
import classes from './information.module.css';

type Props = {
  post: InformationPost;
  canEdit: boolean;
  onEdit: (post: InformationPost) => void;
  onReaders: (post: InformationPost) => void;
};

/** One post, with a button to confirm reading it where that is required. */
export function PostCard({ post, canEdit, onEdit, onReaders }: Props) {
  const { t } = useTranslation('information');
  const confirm = useMutation({
    mutationFn: () => confirmRead(post),
    onError: () => {
      toast(t('read-failed'), { kind: 'failed' });
      void boardChanged();
    },
  });
  const isToRead = post.must_read && post.read_at === null && post.state === 'current';
  return (
    <article className={classes['post']} data-unread={isToRead || undefined} aria-label={post.title}>
      <header className={classes['head']}>
        <h2>{post.title}</h2>
        <span className={classes['category']}>{post.category}</span>
        {isToRead && (
          <span className={classes['must']}>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            {t('must-read')}
          </span>
        )}
        {post.read_at !== null && (
          <span className={classes['read']} title={exactTime(post.read_at)}>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            {t('is-read')}
          </span>
        )}
      </header>
      {post.html === '' ? (
        <p className={classes['body']}>{post.body}</p>
      ) : (
        <div className={classes['formatted']}>
          <FormattedText html={post.html} />
        </div>
      )}
      <PostFiles files={post.attachments} />
      <footer className={classes['foot']}>
        <span className={classes['by']} title={exactTime(post.starts_at)}>
          {t('by', { name: post.author, when: relativeTime(post.starts_at) })}
          {post.ends_at !== null && ` · ${t('until', { when: exactTime(post.ends_at) })}`}
        </span>
        {canEdit && post.must_read && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('readers-of', { title: post.title })}
            onClick={() => onReaders(post)}
          >
            {t('readers')}
          </Button>
        )}
        {canEdit && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('edit-post', { title: post.title })}
            onClick={() => onEdit(post)}
          >
            {t('edit')}
          </Button>
        )}
        {isToRead && (
          <Button
            size="xs"
            loading={confirm.isPending}
            aria-label={t('confirm-post', { title: post.title })}
            onClick={() => confirm.mutate()}
          >
            {t('confirm')}
          </Button>
        )}
      </footer>
    </article>
  );
}
