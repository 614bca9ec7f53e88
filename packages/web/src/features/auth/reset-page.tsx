import { call } from '#shared/api/call.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Anchor } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LIMITS, resetPassword } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { PasswordForm } from './password-form.tsx';

/** The page that the link in a password e-mail opens: a new password, then the sign-in with it. */
export function ResetPage() {
  const { t } = useTranslation('auth');
  const { token } = useSearch({ from: '/reset' });
  const navigate = useNavigate();
  return (
    <EntryFrame title={t('reset.title')}>
      {token ? (
        <PasswordForm
          withCurrent={false}
          min={LIMITS.passwordMin}
          submitLabel={t('reset.submit')}
          onSave={(entry) => call(resetPassword, { body: { token, new_password: entry.next } })}
          onSaved={() => void navigate({ to: '/login', search: { reason: 'reset' } })}
        />
      ) : (
        <Notice kind="failed">{t('failed.link')}</Notice>
      )}
      <Anchor component={Link} to="/forgot" size="sm" display="block" ta="center" mt={16}>
        {t('reset.again')}
      </Anchor>
    </EntryFrame>
  );
}
