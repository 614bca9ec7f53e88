import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { changePassword, LIMITS, logout } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { PasswordForm } from './password-form.tsx';

/** The page that changes an expired password; no other page opens before. */
export function ExpiredPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();

  async function handleSignOut(): Promise<void> {
    await call(logout).catch(() => undefined);
    queryClient.clear();
    await navigate({ to: '/login' });
  }

  return (
    <EntryFrame title={t('expired.title')}>
      <p>{t('expired.intro')}</p>
      <PasswordForm
        withCurrent
        min={LIMITS.passwordMin}
        submitLabel={t('expired.submit')}
        onSave={(entry) =>
          call(changePassword, { body: { current_password: entry.current, new_password: entry.next } })
        }
        onSaved={() => {
          queryClient.clear();
          void navigate({ to: '/' });
        }}
      />
      <Button variant="subtle" color="gray" fullWidth mt={8} onClick={() => void handleSignOut()}>
        {t('expired.sign-out')}
      </Button>
    </EntryFrame>
  );
}
