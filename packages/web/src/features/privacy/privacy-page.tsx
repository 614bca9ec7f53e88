import { call } from '#shared/api/call.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { minuteTime } from '#shared/lib/format.ts';
import { ErasedCountsList } from '#shared/privacy/erased-counts-list.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listErasures, type CustomerErasure } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './privacy.module.css';
import { PackageList } from './package-list.tsx';
import { RetentionSection } from './retention-section.tsx';

/** The log of erased customers: what was erased, when and by whom. It does not name them. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const erasures = useInfiniteQuery({
    queryKey: ['privacy', 'erasures'],
    queryFn: ({ signal, pageParam }) =>
      call(listErasures, { query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  const rows = erasures.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} />
      <div className={classes['scroll']}>
        <RetentionSection />
        <ChangesSection about="retention" />
        <PackageList />
        {erasures.isPending && <Skeletons rows={6} height={44} />}
        {erasures.isError && rows.length === 0 && (
          <ErrorState error={erasures.error} onRetry={() => void erasures.refetch()} />
        )}
        {erasures.isSuccess && rows.length === 0 && (
          <EmptyState icon={IconEraser} title={t('empty')} hint={t('empty-hint')} />
        )}
        {rows.length > 0 && (
          <section aria-label={t('erasures')}>
            <h2 className={classes['head']}>{t('erasures')}</h2>
            <ul className={classes['rows']}>
              {rows.map((erasure) => (
                <Erasure key={erasure.id} erasure={erasure} />
              ))}
            </ul>
          </section>
        )}
        {erasures.hasNextPage && (
          <Button
            variant="default"
            loading={erasures.isFetchingNextPage}
            onClick={() => void erasures.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Erasure({ erasure }: { erasure: CustomerErasure }) {
  const { t } = useTranslation('privacy');
  const { customer_id: customerId, user, requested_at: at, ended_at: ended, state, counts } = erasure;
  return (
    <li>
      <strong>{t('customer', { id: customerId })}</strong>
      <p className={classes['by']}>
        <bdi>{user?.name ?? t('by-retention')}</bdi> ·{' '}
        {state === 'done' ? minuteTime(ended ?? at) : t('running')}
      </p>
      <ErasedCountsList counts={counts} />
    </li>
  );
}
