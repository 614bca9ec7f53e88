import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { minuteTime, number } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  getRetention,
  isRetention,
  previewRetention,
  updateRetention,
  type RetentionKind,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './privacy.module.css';

const YEAR = 365;
const CHOICES = [1, 3, 7, 14, 30, 60, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 7 * YEAR, 10 * YEAR];
const FOREVER = 'forever';
const RETENTION = ['privacy', 'retention'] as const;

/** Retention periods by kind of data, with a preview of what tonight's run would delete. */
export function RetentionSection() {
  const { t } = useTranslation('privacy');
  const retention = useQuery({
    queryKey: RETENTION,
    queryFn: ({ signal }) => call(getRetention, { signal }).then((answer) => answer.data),
    staleTime: 0,
  });
  return (
    <section aria-label={t('retention')}>
      <h2 className={classes['head']}>{t('retention')}</h2>
      <p className={classes['by']}>{t('retention-hint')}</p>
      {retention.isPending && <Skeletons rows={9} height={44} />}
      {retention.isError && <ErrorState error={retention.error} onRetry={() => void retention.refetch()} />}
      {retention.data && (
        <ul className={classes['rows']}>
          {retention.data.kinds.map(({ kind, keep_days: saved }) => (
            <Kind key={`${kind} ${saved}`} kind={kind} saved={saved} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Kind({ kind, saved }: { kind: RetentionKind; saved: number | null }) {
  const { t } = useTranslation('privacy');
  const { can } = useSession();
  const [days, setDays] = useState(saved);
  const save = useMutation({
    mutationFn: () => call(updateRetention, { params: { kind }, body: { keep_days: days } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(RETENTION, data);
      toast(t('saved'));
    },
    onError: () => toast(t('not-saved'), { kind: 'failed' }),
  });
  const some = CHOICES.filter((count) => isRetention(kind, count));
  const offered = saved === null || some.includes(saved) ? some : [...some, saved].toSorted((a, b) => a - b);
  const inWords = (count: number): string =>
    count % YEAR === 0 ? t('years', { count: count / YEAR }) : t('days', { count });
  return (
    <li className={classes['kind']}>
      <div className={classes['pick']}>
        <Select
          label={t(`kind.${kind}`)}
          description={t(`kind-hint.${kind}`)}
          readOnly={!can('CONFIG_APP:EDIT')}
          allowDeselect={false}
          data={[
            ...offered.map((count) => ({ value: String(count), label: inWords(count) })),
            ...(isRetention(kind, null) ? [{ value: FOREVER, label: t('forever') }] : []),
          ]}
          value={days === null ? FOREVER : String(days)}
          onChange={(value) => value !== null && setDays(value === FOREVER ? null : Number(value))}
        />
      </div>
      {days !== saved && (
        <>
          {days !== null && <Preview kind={kind} days={days} />}
          <div className={classes['tools']}>
            <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
              {t('save')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDays(saved)}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

/** Counted by the same condition as the nightly run. */
function Preview({ kind, days }: { kind: RetentionKind; days: number }) {
  const { t } = useTranslation('privacy');
  const preview = useQuery({
    queryKey: [...RETENTION, kind, days],
    queryFn: ({ signal }) =>
      call(previewRetention, { params: { kind }, query: { days }, signal }).then((answer) => answer.data),
    staleTime: 0,
  });
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeletons rows={1} height={20} />;
  const { count, oldest, before, time_zone: zone } = preview.data;
  return (
    <p className={classes['by']} role="status">
      {oldest === null
        ? t('preview-none', { before: minuteTime(before), zone })
        : t('preview', {
            count,
            shown: number(count),
            oldest: minuteTime(oldest),
            before: minuteTime(before),
            zone,
          })}
    </p>
  );
}
