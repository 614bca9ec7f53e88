import { useSession } from '#shared/api/session.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import type { AuditEntry } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAuditEntries } from './api.ts';
import classes from './audit.module.css';
import { EntryDetails } from './entry-details.tsx';
import { useEntryWords } from './use-entry-words.ts';

const SHOWN = 5;

/** The change history of one record, shown beside it; renders nothing for users who may not read the audit log. */
export function SubjectChanges({ subject }: { subject: string }) {
  const { can } = useSession();
  return can('USERS:AUDIT') ? <Changes subject={subject} /> : null;
}

function Changes({ subject }: { subject: string }) {
  const { t } = useTranslation('shared/audit');
  const entries = useAuditEntries({ subject }, SHOWN);
  const rows = entries.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={classes['changes']} aria-label={t('changes')}>
      <h3>{t('changes')}</h3>
      {entries.isPending && <Skeletons rows={2} height={36} />}
      {entries.isError && rows.length === 0 && (
        <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && rows.length === 0 && <p className={classes['dim']}>{t('none')}</p>}
      {rows.length > 0 && (
        <ol>
          {rows.map((entry) => (
            <Change key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {entries.hasNextPage && (
        <div>
          <Button
            variant="default"
            size="xs"
            loading={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Change({ entry }: { entry: AuditEntry }) {
  const words = useEntryWords();
  const now = useNow(60_000);
  const head = (
    <>
      {words.action(entry)} · <bdi>{words.who(entry)}</bdi> ·{' '}
      <time dateTime={entry.at} title={exactTime(entry.at)} className={classes['dim']}>
        {relativeTime(entry.at, now)}
      </time>
    </>
  );
  if (Object.keys(entry.details).length === 0 && !entry.is_erased) return <li>{head}</li>;
  return (
    <li>
      <details>
        <summary>{head}</summary>
        <EntryDetails entry={entry} />
      </details>
    </li>
  );
}
