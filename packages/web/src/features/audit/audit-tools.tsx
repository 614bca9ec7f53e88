import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useEntryWords } from '#shared/audit/use-entry-words.ts';
import type { AuditSearch } from '#shared/lib/search/audit-search.ts';
import { CloseButton, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listPeople } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditState } from './api.ts';
import classes from './audit.module.css';
import type { AuditPatch } from './use-audit-search.ts';

type Props = { search: AuditSearch; onChange: (patch: AuditPatch) => void; children?: ReactNode };

/** Search and filters of the audit log. */
export function AuditTools({ search, onChange, children }: Props) {
  const { t } = useTranslation('audit');
  const words = useEntryWords();
  const state = useAuditState();
  const about = (state.data?.about ?? [])
    .map((value) => ({ value, label: words.about(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const day = (name: 'from' | 'to') => (
    <TextInput
      size="xs"
      type="date"
      className={classes['day'] ?? ''}
      aria-label={t(name)}
      value={search[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <div className={classes['tools']}>
      <WhoField search={search} onChange={onChange} />
      <Select
        size="xs"
        className={classes['select'] ?? ''}
        aria-label={t('about')}
        placeholder={t('about')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('any') }}
        nothingFoundMessage={t('not-found')}
        data={about}
        value={search.about ?? null}
        onChange={(value) => onChange({ about: value ?? undefined })}
      />
      <span className={classes['days']}>
        {day('from')}
        <span aria-hidden>–</span>
        {day('to')}
      </span>
      {search.subject !== undefined && (
        <span className={classes['subject']}>
          <bdi>{t('subject', { name: search.subject })}</bdi>
          <CloseButton
            size="xs"
            aria-label={t('subject-clear')}
            onClick={() => onChange({ subject: undefined })}
          />
        </span>
      )}
      {children}
    </div>
  );
}

function WhoField({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const words = useEntryWords();
  const { can } = useSession();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => call(listPeople, { signal }).then((answer) => answer.data),
    enabled: can('USERS:VIEW'),
  });
  if (!can('USERS:VIEW')) return null;
  return (
    <Select
      size="xs"
      className={classes['select'] ?? ''}
      aria-label={t('who')}
      placeholder={t('who')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('any') }}
      nothingFoundMessage={t('not-found')}
      data={[
        { value: '0', label: words.who({ user: null, api_key: null, job: '' }) },
        ...(people.data ?? []).map(({ id, fullname }) => ({ value: String(id), label: fullname })),
      ]}
      value={search.user === undefined ? null : String(search.user)}
      onChange={(value) => onChange({ user: value === null ? undefined : Number(value) })}
    />
  );
}
