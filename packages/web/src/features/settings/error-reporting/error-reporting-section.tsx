import { ApiError, call } from '#shared/api/call.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  getErrorReporting,
  LIMITS,
  readDsn,
  testErrorReporting,
  updateErrorReporting,
  type ErrorReporting,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';

/** The service to which server errors are reported; none by default. */
export function ErrorReportingSection() {
  const { t } = useTranslation('settings/error-reporting');
  const reporting = useQuery({
    queryKey: ['error-reporting'],
    queryFn: ({ signal }) => call(getErrorReporting, { signal }).then((answer) => answer.data),
  });
  const refetch = () => void reporting.refetch();
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      {reporting.isError && <ErrorState error={reporting.error} onRetry={refetch} />}
      {reporting.isPending && <Skeletons rows={2} />}
      {reporting.data && (
        <Reporting key={reporting.data.version} saved={reporting.data} onChanged={refetch} />
      )}
    </FormSection>
  );
}

function Reporting({ saved, onChanged }: { saved: ErrorReporting; onChanged: () => void }) {
  const { t } = useTranslation('settings/error-reporting');
  const [dsn, setDsn] = useState(saved.dsn ?? '');
  const wanted = dsn.trim() || null;
  const isWrong = wanted !== null && readDsn(wanted) === null;
  const isChanged = wanted !== saved.dsn;
  const save = useMutation({
    mutationFn: () => call(updateErrorReporting, { body: { version: saved.version, dsn: wanted } }),
    onSuccess() {
      toast(t('saved'));
      onChanged();
    },
    onError(error) {
      const isStale = error instanceof ApiError && error.code === 'stale';
      toast(t(isStale ? 'stale' : 'failed'), { kind: 'failed' });
      if (isStale) onChanged();
    },
  });
  const test = useMutation({ mutationFn: () => call(testErrorReporting) });
  return (
    <div className={classes['fields']}>
      <TextInput
        label={t('dsn')}
        description={t('dsn-hint')}
        placeholder="https://public_key@sentry.example.com/42"
        value={dsn}
        maxLength={LIMITS.url}
        spellCheck={false}
        error={isWrong && t('bad')}
        onChange={(event) => {
          test.reset();
          setDsn(event.currentTarget.value);
        }}
      />
      {test.data?.ok === true && <Notice kind="done">{t('test.ok')}</Notice>}
      {test.data?.fault && <Notice kind="failed">{t(`test.${test.data.fault}`)}</Notice>}
      {test.isError && <Notice kind="failed">{t('failed')}</Notice>}
      <Group gap={8} justify="flex-end">
        {saved.dsn !== null && !isChanged && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('test.send')}
          </Button>
        )}
        <Button disabled={!isChanged || isWrong} loading={save.isPending} onClick={() => save.mutate()}>
          {t(wanted === null && saved.dsn !== null ? 'turn-off' : 'save')}
        </Button>
      </Group>
    </div>
  );
}
