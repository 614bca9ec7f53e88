import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Fault } from '#shared/messaging/fault.tsx';
import { FormSection } from '#shared/ui/form-section.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { testMessagingAccount } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import { settingsFailure } from '../settings-failure.ts';

/** Really asks the provider. */
export function AccountTest({ id }: { id: number }) {
  const { t } = useTranslation('accounts');
  const { t: settings } = useTranslation('settings');
  const test = useMutation({
    mutationFn: () => call(testMessagingAccount, { params: { id }, body: {} }).then((answer) => answer.data),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messaging-accounts'] }),
  });
  return (
    <FormSection title={t('test')} hint={t('test-hint')}>
      <div className={classes['test']}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
        {test.isPending && (
          <span className={classes['dim']} role="status">
            {t('test-running')}
          </span>
        )}
        {test.isSuccess && test.data.fault === null && (
          <Notice kind="done">{t('test-ok', { number: test.data.shown_address })}</Notice>
        )}
        {test.isSuccess && test.data.fault !== null && (
          <Notice kind="failed">
            {t('test-bad')} <Fault fault={test.data.fault} said={test.data.said} />
          </Notice>
        )}
        {test.isError && <Notice kind="failed">{settings(settingsFailure(test.error))}</Notice>}
      </div>
    </FormSection>
  );
}
