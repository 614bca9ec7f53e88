import { Button } from '@mantine/core';
import { listFloorAlerts, type FloorAlert } from '@trunkline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { durationText, minuteTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import classes from './alerts.module.css';
import { useAlertWords } from './use-alert-words.ts';

/** All past alerts, latest first. */
export function AlertHistory() {
  const { t } = useTranslation('monitoring/alerts');
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['monitoring', 'alerts'],
    queryFn: ({ signal, pageParam }) =>
      call(listFloorAlerts, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data: rows, has_more: hasMore }) => (hasMore ? rows.at(-1)?.id : undefined),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons rows={5} height={44} />;
  const alerts = data.pages.flatMap((page) => page.data);
  return (
    <>
      {alerts.length === 0 && <p className={classes['hint']}>{t('no-history')}</p>}
      <ul className={classes['history']}>
        {alerts.map((alert) => (
          <Line key={alert.id} alert={alert} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Line({ alert }: { alert: FloorAlert }) {
  const { t } = useTranslation('monitoring/alerts');
  const words = useAlertWords();
  const { level, name, since, ended_at: ended, acknowledged_by: by } = alert;
  const length = ended && durationText((Date.parse(ended) - Date.parse(since)) / 1000);
  return (
    <li data-level={level}>
      <span>
        <span>
          <b>{t(`level.${level}`)}</b> <span dir="auto">{name}</span>
        </span>
        <small>
          {words.aboutOf(alert)} · {words.valueOf(alert.kind, alert.value)}
        </small>
        <small>
          {minuteTime(since)} · {length ? t('lasted', { length }) : t('still-on')}
          {by && ` · ${t('by', { name: by.name })}`}
        </small>
      </span>
    </li>
  );
}
