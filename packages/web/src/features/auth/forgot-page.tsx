import { call } from '#shared/api/call.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getPasswordReset, requestPasswordReset } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { useFailureText } from './use-failure-text.ts';
import { UsernameField } from './username-field.tsx';

/** Requests a link to choose a new password. Answers the same whether or not the user exists, so that nobody can find out user names. */
export function ForgotPage() {
  const { t } = useTranslation('auth');
  const [username, setUsername] = useState('');
  const failureText = useFailureText();
  const request = useMutation({ mutationFn: () => call(requestPasswordReset, { body: { username } }) });
  const { data: isPossible, isPending } = useQuery({
    queryKey: ['password-reset'],
    queryFn: async ({ signal }) => (await call(getPasswordReset, { signal })).data.is_possible,
  });
  const back = (
    <Anchor component={Link} to="/login" size="sm" ta="center">
      {t('forgot.back')}
    </Anchor>
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    request.mutate();
  }

  if (request.isSuccess) {
    return (
      <EntryFrame title={t('forgot.sent-title')}>
        <p role="status">{t('forgot.sent', { username })}</p>
        {back}
      </EntryFrame>
    );
  }
  if (isPending) return <EntryFrame title={t('forgot.title')}>{back}</EntryFrame>;
  // Where the workspace cannot send e-mail, no link is promised.
  if (isPossible === false) {
    return (
      <EntryFrame title={t('forgot.title')}>
        <p role="status">{t('failed.no-mail')}</p>
        {back}
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t('forgot.title')}>
      <p>{t('forgot.intro')}</p>
      <form onSubmit={handleSubmit}>
        {request.isError && <Notice kind="failed">{failureText(request.error)}</Notice>}
        <UsernameField value={username} onChange={setUsername} />
        <Button type="submit" size="md" loading={request.isPending} fullWidth>
          {t('forgot.submit')}
        </Button>
        {back}
      </form>
    </EntryFrame>
  );
}
