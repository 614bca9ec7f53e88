import { buildUrl } from '#shared/api/build-url.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { fileSize, minuteTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  downloadCustomerPackage,
  listCustomerPackages,
  removeCustomerPackage,
  type CustomerPackage,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './privacy.module.css';

const PACKAGES = ['privacy', 'packages'] as const;
/** Interval of polling while an export is being made. */
const AGAIN_MS = 3000;

const isPending = ({ state }: CustomerPackage): boolean => state === 'waiting' || state === 'running';

/** Exports of customers' data, ready or being made; they can be downloaded, or deleted early. */
export function PackageList() {
  const { t } = useTranslation('privacy');
  const packages = useInfiniteQuery({
    queryKey: PACKAGES,
    queryFn: ({ signal, pageParam }) =>
      call(listCustomerPackages, { query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isPending)) ? AGAIN_MS : false,
  });
  const rows = packages.data?.pages.flatMap((page) => page.data) ?? [];
  // The list of erasures below says why.
  if (errorCode(packages.error) === 'forbidden') return null;
  if (packages.isError && rows.length === 0)
    return <ErrorState error={packages.error} onRetry={() => void packages.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('packages')}>
      <h2 className={classes['head']}>{t('packages')}</h2>
      <ul className={classes['rows']}>
        {rows.map((one) => (
          <Package key={one.id} one={one} />
        ))}
      </ul>
      {packages.hasNextPage && (
        <Button
          variant="default"
          loading={packages.isFetchingNextPage}
          onClick={() => void packages.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </section>
  );
}

function Package({ one }: { one: CustomerPackage }) {
  const { t } = useTranslation('privacy');
  const { id, customer, user, state, bytes, requested_at: at, expires_at: until } = one;
  const remove = useMutation({
    mutationFn: () => call(removeCustomerPackage, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PACKAGES }),
    onError: () => toast(t('not-removed'), { kind: 'failed' }),
  });
  return (
    <li>
      <strong>
        <bdi>{customer.name}</bdi>
      </strong>
      <p className={classes['by']}>
        <bdi>{user?.name}</bdi> · {minuteTime(at)} · {t(`package.${state}`)}
        {until !== null && state === 'done' && ` · ${t('until', { until: minuteTime(until) })}`}
      </p>
      <div className={classes['tools']}>
        {state === 'done' && (
          <Button
            component="a"
            href={buildUrl(downloadCustomerPackage.path, { id })}
            download
            variant="default"
            size="xs"
            aria-label={`${t('download', { size: fileSize(bytes ?? 0) })}: ${customer.name}`}
          >
            {t('download', { size: fileSize(bytes ?? 0) })}
          </Button>
        )}
        {!isPending(one) && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isPending}
            aria-label={`${t('remove')}: ${customer.name}`}
            onClick={() => remove.mutate()}
          >
            {t('remove')}
          </Button>
        )}
      </div>
    </li>
  );
}
