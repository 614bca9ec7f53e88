import { CopyButton } from '#shared/copy/copy.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { TextInput } from '@mantine/core';
import { PROVIDER_TRAITS, type MessagingAccount, type MessagingProvider } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import own from './accounts.module.css';
import { PROVIDER_GUIDES } from './provider-guides.ts';

/** The webhook's address and secrets, with the steps to enter them at the provider. */
export function AccountWebhook({
  provider,
  account,
}: {
  provider: MessagingProvider;
  account: MessagingAccount | undefined;
}) {
  const { t } = useTranslation('settings/accounts');
  // SMPP accounts have no webhook, because we open the connection.
  if (PROVIDER_TRAITS[provider].isLine) return null;
  return (
    <FormSection title={t('webhook')} hint={t('webhook-hint')}>
      {account ? (
        <div className={classes['fields']}>
          {!account.webhook_url.startsWith('https://') && <Notice kind="info">{t('webhook-local')}</Notice>}
          <ol className={own['steps']}>
            {PROVIDER_GUIDES[provider].steps.map((step) => (
              <li key={step}>{t(`by.${provider}.step.${step}`)}</li>
            ))}
          </ol>
          <Copied label={t('callback-url')} value={account.webhook_url} />
          {PROVIDER_GUIDES[provider].asksForToken && (
            <Copied label={t('verify-token')} value={account.verify_token} />
          )}
        </div>
      ) : (
        <p className={classes['dim']}>{t('webhook-new')}</p>
      )}
    </FormSection>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div className={own['copied']}>
      <TextInput label={label} value={value} readOnly spellCheck={false} />
      <CopyButton text={value} label={label} />
    </div>
  );
}
