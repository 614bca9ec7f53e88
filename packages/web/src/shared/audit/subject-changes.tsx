import { useSession } from '#shared/api/session.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import type { AuditEntry } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAuditEntries, type AuditFilter } from './api.ts';
import classes from './audit.module.css';
import { EntryDetails } from './entry-details.tsx';
import { useEntryWords } from './use-entry-words.ts';

const SHOWN = 5;

/** The change history of one record, shown beside it; renders nothing for users who may not read the audit log. */
export function SubjectChanges({ subject }: { subject: string }) {
  const { t } = useTranslation('shared/audit');
  const { can } = useSession();
  if (!can('USERS:AUDIT')) return null;
  return (
    <section className={classes['changes']} aria-label={t('changes')}>
      <h3>{t('changes')}</h3>
      <Changes filter={{ subject }} />
    </section>
  );
}

type SectionProps = {
  /** The areas: the part of an entry's action before the dot. */
  about: string | readonly string[];
  /** One record of the area; left out for settings of which there is one. */
  subject?: string | number;
};

/** The same as the last section of a form. */
export function ChangesSection({ about, subject }: SectionProps) {
  const { t } = useTranslation('shared/audit');
  const { can } = useSession();
  if (!can('USERS:AUDIT')) return null;
  return (
    <FormSection title={t('changes')}>
      <div className={classes['changes']}>
        <Changes
          filter={{ about: String(about), subject: subject === undefined ? undefined : String(subject) }}
        />
      </div>
    </FormSection>
  );
}

function Changes({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('shared/audit');
  const entries = useAuditEntries(filter, SHOWN);
  const rows = entries.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {entries.isPending && <Skeletons rows={2} height={36} />}
      {entries.isError && rows.length === 0 && (
        <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && rows.length === 0 && <p className={classes['dim']}>{t('none')}</p>}
      {rows.length > 0 && (
        <ol>
          {rows.map((entry) => (
            <Change key={entry.id} entry={entry} isNamed={filter.subject === undefined} />
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
    </>
  );
}

type ChangeProps = {
  entry: AuditEntry;
  /** Set where the list is about more than one record. */
  isNamed: boolean;
};

function Change({ entry, isNamed }: ChangeProps) {
  const words = useEntryWords();
  const now = useNow(60_000);
  const head = (
    <>
      {words.action(entry)} ·{' '}
      {isNamed && words.subject(entry) !== '' && (
        <>
          <bdi>{words.subject(entry)}</bdi> ·{' '}
        </>
      )}
      <bdi>{words.who(entry)}</bdi> ·{' '}
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
