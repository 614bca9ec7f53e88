import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { secondFactorQuery } from './api.ts';
import { SetUpSteps } from './set-up.tsx';

/** Sets up the second factor that the user's role requires; no other page opens before. */
export function ForcedSecondFactorPage() {
  const { t } = useTranslation('auth/second-factor');
  const navigate = useNavigate();
  const factor = useQuery(secondFactorQuery);

  async function handleDone(): Promise<void> {
    queryClient.clear();
    await navigate({ to: '/' });
  }

  async function handleSignOut(): Promise<void> {
    await call(logout).catch(() => undefined);
    queryClient.clear();
    await navigate({ to: '/login' });
  }

  return (
    <EntryFrame title={t('forced-title')}>
      <p>{t('forced-intro')}</p>
      {factor.isPending && <Skeletons rows={2} height={44} />}
      {factor.isError && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.data && <SetUpSteps factor={factor.data} onDone={() => void handleDone()} />}
      <Button variant="subtle" color="gray" fullWidth mt={8} onClick={() => void handleSignOut()}>
        {t('sign-out')}
      </Button>
    </EntryFrame>
  );
}
