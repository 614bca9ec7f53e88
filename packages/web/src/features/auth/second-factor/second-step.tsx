import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { Button } from '@mantine/core';
import { finishLogin } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { CodeForm } from './code-form.tsx';

type Props = { challenge: string; onDone: () => Promise<void>; onBack: (isExpired: boolean) => void };

/** The second step of signing in: the code of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, onDone, onBack }: Props) {
  const { t } = useTranslation('auth/second-factor');

  async function handleCode(code: string): Promise<void> {
    try {
      await call(finishLogin, { body: { challenge, code } });
    } catch (error) {
      if (errorCode(error) === 'sign_in_expired') onBack(true);
      throw error;
    }
    await onDone();
  }

  return (
    <EntryFrame title={t('title')}>
      <p>{t('step.intro')}</p>
      <CodeForm label={t('step.code')} submitLabel={t('step.submit')} size="md" onCode={handleCode}>
        <Button variant="subtle" color="gray" fullWidth onClick={() => onBack(false)}>
          {t('step.back')}
        </Button>
      </CodeForm>
    </EntryFrame>
  );
}
