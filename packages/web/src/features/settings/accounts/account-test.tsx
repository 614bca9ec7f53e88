import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { useMutation } from '@tanstack/react-query';
import { testMessagingAccount } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { saveFailure } from '#shared/forms/save-failure.ts';
import { TestSection } from '../test-section.tsx';

/** Tests the account by a request to its provider. */
export function AccountTest({ id }: { id: number }) {
  const { t } = useTranslation('settings/accounts');
  const { t: settings } = useTranslation('settings');
  const test = useMutation({
    mutationFn: () => call(testMessagingAccount, { params: { id }, body: {} }).then((answer) => answer.data),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messaging-accounts'] }),
  });
  return (
    <TestSection
      title={t('test')}
      hint={t('test-hint')}
      running={t('test-running')}
      test={test}
      failure={test.isError && settings(saveFailure(test.error))}
    >
      {test.isSuccess && test.data.fault === null && (
        <Notice kind="done">{t('test-ok', { number: test.data.shown_address })}</Notice>
      )}
      {test.isSuccess && test.data.fault !== null && (
        <Notice kind="failed">
          {t('test-bad')} <MessagingFaultText fault={test.data.fault} said={test.data.said} />
        </Notice>
      )}
    </TestSection>
  );
}
