import { call } from '#shared/api/call.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { useMutation } from '@tanstack/react-query';
import { testPhoneGateway, type PhoneGateway } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { saveFailure } from '#shared/forms/save-failure.ts';
import { TestSection } from '../test-section.tsx';
import { Fault } from './fault.tsx';
import { gatewayProblems, testBody, type GatewayForm } from './gateway-form.ts';

type Props = { form: GatewayForm; gateway: PhoneGateway | undefined };

/** Tests the typed settings before they are saved. */
export function GatewayTest({ form, gateway }: Props) {
  const { t } = useTranslation('settings/telephony');
  const { t: settings } = useTranslation('settings');
  const test = useMutation({
    mutationFn: () => call(testPhoneGateway, { body: testBody(form, gateway) }).then(({ data }) => data),
  });
  const isReady = ![...gatewayProblems(form, gateway)].some((field) => field !== 'name');
  return (
    <TestSection
      title={t('test')}
      hint={t('test-hint')}
      running={t('test-running')}
      test={test}
      isReady={isReady}
      failure={test.isError && settings(saveFailure(test.error))}
    >
      {test.isSuccess && test.data.fault === null && (
        <Notice kind="done">{t('test-ok', { version: test.data.version })}</Notice>
      )}
      {test.isSuccess && test.data.fault !== null && (
        <Notice kind="failed">
          {t('test-bad')} <Fault fault={test.data.fault} said={test.data.said} />
        </Notice>
      )}
    </TestSection>
  );
}
