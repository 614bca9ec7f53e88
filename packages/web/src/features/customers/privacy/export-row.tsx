import { reasonWords } from '#shared/api/api-error.ts';
import { buildUrl } from '#shared/api/build-url.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { fileSize, minuteTime } from '#shared/lib/format.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadCustomerPackage, requestCustomerPackage, type CustomerPackage } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { privacyQuery } from './api.ts';
import classes from './privacy.module.css';

type Props = { customerId: number; latest: CustomerPackage | null };

/** An export of everything kept about a customer: requested here, made in the background, then downloaded. */
export function ExportRow({ customerId, latest }: Props) {
  const { t } = useTranslation('customers/privacy');
  const request = useMutation({
    mutationFn: () => call(requestCustomerPackage, { params: { id: customerId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: privacyQuery(customerId) }),
    onError: (error) => toast(reasonWords(error) ?? t('failed'), { kind: 'failed' }),
  });
  const isPending = latest?.state === 'waiting' || latest?.state === 'running';
  return (
    <div className={classes['export']}>
      <p className={classes['dim']} role="status">
        {wordsOf(latest)}
      </p>
      <div className={classes['actions']}>
        {latest?.state === 'done' && (
          <Button
            component="a"
            href={buildUrl(downloadCustomerPackage.path, { id: latest.id })}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('download', { size: fileSize(latest.bytes ?? 0) })}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          loading={request.isPending}
          disabled={isPending}
          onClick={() => request.mutate()}
        >
          {latest?.state === 'done' ? t('export-again') : t('export')}
        </Button>
      </div>
    </div>
  );

  function wordsOf(one: CustomerPackage | null): string {
    if (one === null) return t('export-hint');
    if (one.state === 'failed') return t('export-failed');
    if (one.state !== 'done') return t('exporting');
    return t('exported', {
      when: minuteTime(one.requested_at),
      who: one.user?.name ?? '',
      until: minuteTime(one.expires_at ?? one.requested_at),
    });
  }
}
