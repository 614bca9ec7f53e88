import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { nearTime } from '#shared/lib/near-time.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { replayWebhookDelivery, type WebhookDelivery } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { useDeliveries, webhooksChanged } from './api.ts';
import { Outcome } from './delivery-outcome.tsx';
import classes from './integrations.module.css';

const SHOWN = ['all', 'queued', 'failed', 'delivered'] as const;

/** The deliveries of a webhook with their results, latest first. */
export function DeliveryLog({ id, canEdit }: { id: number; canEdit: boolean }) {
  const { t } = useTranslation('settings/integrations');
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all');
  const log = useDeliveries(id, shown === 'all' ? undefined : shown);
  const all = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <FormSection title={t('log.title')} hint={t('log.hint')}>
      <div className={settings['fields']}>
        <SegmentedControl
          aria-label={t('log.show')}
          value={shown}
          data={SHOWN.map((value) => ({ value, label: t(`log.state.${value}`) }))}
          onChange={setShown}
        />
        {log.isPending && <Skeletons rows={3} height={56} />}
        {log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
        {log.data && all.length === 0 && <p className={settings['dim']}>{t('log.none')}</p>}
        {all.length > 0 && (
          <ul className={classes['list']} aria-label={t('log.title')}>
            {all.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} canEdit={canEdit} />
            ))}
          </ul>
        )}
        {log.hasNextPage && (
          <Button
            className={settings['off'] ?? ''}
            variant="default"
            size="xs"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {t('log.more')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}

function Row({ delivery, canEdit }: { delivery: WebhookDelivery; canEdit: boolean }) {
  const { t } = useTranslation('settings/integrations');
  const { id, event, subject, state, created_at: at, attempts, next_try_at: next, is_replay } = delivery;
  const replay = useMutation({
    mutationFn: () => call(replayWebhookDelivery, { params: { id } }),
    onSuccess() {
      toast(t('log.replayed'));
      return webhooksChanged();
    },
    onError: (error) => toast(reasonWords(error) ?? t('failed'), { kind: 'failed' }),
  });
  return (
    <li className={classes['row']}>
      <div className={classes['about']}>
        <strong>
          {t(`event.${event.replace('.', '-')}`)} <span className={classes['code']}>{subject}</span>
        </strong>
        <span className={classes['dim']}>
          <time dateTime={at} title={exactTime(at)}>
            {relativeTime(at)}
          </time>
          {attempts > 0 && ` · ${t('log.attempts', { count: attempts })}`}
          {is_replay && ` · ${t('log.is-replay')}`}
          {next !== null && attempts > 0 && ` · ${t('log.next', { when: nearTime(next, Date.now()) })}`}
        </span>
        <Outcome delivery={delivery} />
      </div>
      <span className={classes['state']} data-state={state}>
        {t(`log.state.${state}`)}
      </span>
      {canEdit && state !== 'queued' && (
        <Button
          variant="default"
          size="xs"
          loading={replay.isPending}
          aria-label={`${t('log.replay')}: ${event} ${subject}`}
          onClick={() => replay.mutate()}
        >
          {t('log.replay')}
        </Button>
      )}
    </li>
  );
}
