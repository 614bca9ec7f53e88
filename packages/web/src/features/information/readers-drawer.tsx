import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import type { InformationPost } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useReaders } from './api.ts';
import classes from './information.module.css';

/** Lists who has not read a post, then who has. */
export function ReadersDrawer({ post, onClose }: { post: InformationPost; onClose: () => void }) {
  const { t } = useTranslation('information');
  return (
    <Drawer opened onClose={onClose} title={t('readers-of', { title: post.title })}>
      <Readers id={post.id} />
    </Drawer>
  );
}

function Readers({ id }: { id: number }) {
  const { t } = useTranslation('information');
  const readers = useReaders(id);
  if (readers.isError) return <ErrorState error={readers.error} onRetry={() => void readers.refetch()} />;
  if (!readers.data) return <Skeletons rows={6} />;
  const missing = readers.data.filter(({ read_at: at }) => at === null);
  const read = readers.data.filter(({ read_at: at }) => at !== null);
  return (
    <>
      <p className={classes['by']}>{t('read-count', { read: read.length, all: readers.data.length })}</p>
      <ul className={classes['readers']}>
        {[...missing, ...read].map((reader) => (
          <li key={reader.id}>
            <span>{reader.fullname}</span>
            {reader.read_at === null ? (
              <span className={classes['must']}>{t('not-read')}</span>
            ) : (
              <span className={classes['by']} title={exactTime(reader.read_at)}>
                {relativeTime(reader.read_at)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
