import { ApiError } from '#shared/api/api-error.ts';
import { firstRunQuery, setupQuery } from '#shared/api/setup.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { SetupStep } from '@trunkline/contract';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { AdministratorForm } from './administrator-form.tsx';
import { SetupFrame } from './setup-frame.tsx';
import { ChannelStep } from './steps/channel-step.tsx';
import { ColleaguesStep } from './steps/colleagues-step.tsx';
import { DepartmentStep } from './steps/department-step.tsx';
import { OrganisationStep } from './steps/organisation-step.tsx';

const STEPS: Record<Exclude<SetupStep, 'done'>, ComponentType> = {
  organisation: OrganisationStep,
  department: DepartmentStep,
  channel: ChannelStep,
  colleagues: ColleaguesStep,
};

/**
 * The setup wizard, at the address that the server prints when it starts a new workspace. After a reload it continues
 * with the next step.
 */
export function SetupPage() {
  const firstRun = useQuery(firstRunQuery);
  if (firstRun.isError)
    return <ErrorState isPage error={firstRun.error} onRetry={() => void firstRun.refetch()} />;
  if (!firstRun.data) return <Skeletons rows={6} />;
  return firstRun.data.is_open ? <AdministratorForm /> : <NextStep />;
}

function NextStep() {
  const setup = useQuery({ ...setupQuery, retry: false });
  if (setup.isError && setup.error instanceof ApiError && setup.error.code !== 'offline')
    return <SetUpAlready />;
  if (setup.isError) return <ErrorState isPage error={setup.error} onRetry={() => void setup.refetch()} />;
  if (!setup.data) return <Skeletons rows={6} />;
  const { step } = setup.data;
  if (step === 'done') return <Navigate to="/" replace />;
  const Step = STEPS[step];
  return <Step />;
}

/** Shown to anybody who opens the address after the workspace has its first account. */
function SetUpAlready() {
  const { t } = useTranslation('first-run');
  return (
    <SetupFrame title={t('already.title')} intro={t('already.intro')}>
      <Button component={Link} to="/login" fullWidth size="md">
        {t('already.sign-in')}
      </Button>
    </SetupFrame>
  );
}
