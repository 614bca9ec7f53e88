import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { SubjectChanges } from '#shared/audit/subject-changes.tsx';
import { minuteTime } from '#shared/lib/format.ts';
import { ErasedCountsList } from '#shared/privacy/erased-counts-list.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getCustomerPrivacy, holdCustomer, type Customer, type CustomerPrivacy } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { privacyQuery } from './api.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportRow } from './export-row.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import classes from './privacy.module.css';

/** Interval of polling while an export or erasure runs in the background. */
const AGAIN_MS = 2000;

/** Privacy actions for a customer: export, legal hold and erasure. */
export function PrivacySection({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers/privacy');
  const privacy = useQuery({
    queryKey: privacyQuery(customer.id),
    queryFn: ({ signal }) =>
      call(getCustomerPrivacy, { params: { id: customer.id }, signal }).then((answer) => answer.data),
    refetchInterval: ({ state }) => {
      const { erasure, package: latest } = state.data ?? {};
      const isRunning = [erasure?.state, latest?.state].some((one) => one === 'waiting' || one === 'running');
      return isRunning ? AGAIN_MS : false;
    },
  });
  return (
    <section aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {privacy.isPending && <Skeletons rows={1} height={36} />}
      {privacy.isError && <ErrorState error={privacy.error} onRetry={() => void privacy.refetch()} />}
      {privacy.data && <Privacy customer={customer} privacy={privacy.data} />}
      <SubjectChanges subject={`customer ${customer.id}`} />
    </section>
  );
}

function Privacy({ customer, privacy }: { customer: Customer; privacy: CustomerPrivacy }) {
  const { t } = useTranslation('customers/privacy');
  const [asked, setAsked] = useState<'hold' | 'erase' | null>(null);
  const { hold, erasure } = privacy;
  const release = useMutation({
    mutationFn: () => call(holdCustomer, { params: { id: customer.id }, body: { reason: null } }),
    onSuccess: ({ data }) => void queryClient.setQueryData(privacyQuery(customer.id), data),
    onError: () => toast(t('failed'), { kind: 'failed' }),
  });
  if (erasure)
    return (
      <>
        <Notice kind={erasure.state === 'done' ? 'done' : 'info'}>
          {erasure.state === 'done'
            ? t('erased', {
                when: minuteTime(erasure.ended_at ?? erasure.requested_at),
                who: erasure.user?.name ?? '',
              })
            : t('erasing')}
        </Notice>
        <ErasedCountsList counts={erasure.counts} />
      </>
    );
  return (
    <>
      <ExportRow customerId={customer.id} latest={privacy.package} />
      {hold && (
        <p className={classes['hold']}>
          {t('held', { when: minuteTime(hold.at), who: hold.by })} <bdi>{hold.reason}</bdi>
        </p>
      )}
      <div className={classes['actions']}>
        {hold ? (
          <Button variant="default" size="xs" loading={release.isPending} onClick={() => release.mutate()}>
            {t('release')}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={() => setAsked('hold')}>
            {t('hold')}…
          </Button>
        )}
        <Button
          color="red"
          variant="light"
          size="xs"
          disabled={hold !== null}
          onClick={() => setAsked('erase')}
        >
          {t('erase')}…
        </Button>
      </div>
      {asked === 'hold' && <HoldDialog customer={customer} onClose={() => setAsked(null)} />}
      {asked === 'erase' && (
        <EraseDialog customer={customer} privacy={privacy} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
