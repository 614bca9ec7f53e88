import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { minuteTime, number } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getAppConfig, previewRetention, updateAppConfig } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './privacy.module.css';

const CHOICES = [30, 90, 180, 365, 730, 1095, 1825, 3650];
const NEVER = 'never';
const CONFIG = ['privacy', 'config'] as const;

/** After how long closed tickets are emptied; what would go tonight is said before it is saved. */
export function RetentionField() {
  const { t } = useTranslation('privacy');
  const config = useQuery({
    queryKey: CONFIG,
    queryFn: ({ signal }) => call(getAppConfig, { signal }).then((answer) => answer.data),
    staleTime: 0,
  });
  return (
    <section aria-label={t('retention')}>
      <h2 className={classes['head']}>{t('retention')}</h2>
      {config.isPending && <Skeletons rows={1} height={44} />}
      {config.isError && <ErrorState error={config.error} onRetry={() => void config.refetch()} />}
      {config.data && (
        <Field key={String(config.data.ticket_keep_days)} saved={config.data.ticket_keep_days} />
      )}
    </section>
  );
}

function Field({ saved }: { saved: number | null }) {
  const { t } = useTranslation('privacy');
  const { can } = useSession();
  const [days, setDays] = useState(saved);
  const save = useMutation({
    mutationFn: () => call(updateAppConfig, { body: { ticket_keep_days: days } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: CONFIG });
      toast(t('saved'));
    },
    onError: () => toast(t('not-saved'), { kind: 'failed' }),
  });
  const offered =
    saved === null || CHOICES.includes(saved) ? CHOICES : [...CHOICES, saved].toSorted((a, b) => a - b);
  return (
    <div className={classes['retention']}>
      <Select
        label={t('tickets')}
        description={t('tickets-hint')}
        readOnly={!can('CONFIG_APP:EDIT')}
        data={[
          { value: NEVER, label: t('never') },
          ...offered.map((count) => ({ value: String(count), label: t('days', { count }) })),
        ]}
        value={days === null ? NEVER : String(days)}
        onChange={(value) => setDays(value === null || value === NEVER ? null : Number(value))}
      />
      {days !== null && <Preview days={days} />}
      {days !== saved && (
        <div>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** By the same condition as at night. */
function Preview({ days }: { days: number }) {
  const { t } = useTranslation('privacy');
  const preview = useQuery({
    queryKey: ['privacy', 'retention', days],
    queryFn: ({ signal }) =>
      call(previewRetention, { query: { days }, signal }).then((answer) => answer.data),
    staleTime: 0,
  });
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeletons rows={1} height={20} />;
  const { tickets, before, time_zone: zone } = preview.data;
  return (
    <p className={classes['by']} role="status">
      {t('preview', { count: tickets, shown: number(tickets), before: minuteTime(before), zone })}
    </p>
  );
}
