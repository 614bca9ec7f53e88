import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconLock, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { getMailDraft, listMailSenders } from '@trunkline/contract';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { readAddresses } from '../mail/recipients/addresses.ts';
import { MailForm } from './mail-form.tsx';
import classes from './compose-mail.module.css';

/** Page to write a new e-mail, which creates a ticket. */
export function ComposeMailPage() {
  const { t } = useTranslation('tickets/compose-mail');
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')}>
        <ActionIcon component={Link} to="/tickets" aria-label={t('close')} title={t('close')}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </PageTitle>
      <Writing />
    </div>
  );
}

function Writing() {
  const { t } = useTranslation('tickets/compose-mail');
  const { can } = useSession();
  const { to = '' } = useSearch({ from: '/shell/tickets/write' });
  const senders = useQuery({
    queryKey: ['mail-senders'],
    queryFn: async ({ signal }) => (await call(listMailSenders, { signal })).data,
    enabled: can('TICKETS:CREATE'),
  });
  if (!can('TICKETS:CREATE'))
    return <EmptyState icon={IconLock} title={t('mayNot.title')} hint={t('mayNot.hint')} />;
  if (senders.isError) return <ErrorState error={senders.error} onRetry={() => void senders.refetch()} />;
  if (!senders.data) return <Skeletons rows={5} height={44} />;
  const [first, ...others] = senders.data;
  if (!first) return <NoMailbox />;
  // A draft per initial recipient.
  return <Kept key={to} place={to} senders={[first, ...others]} />;
}

/** Waits for the server's draft; if that fails, uses the one on this device. */
function Kept({ place, senders }: { place: string; senders: ComponentProps<typeof MailForm>['senders'] }) {
  const kept = useQuery({
    queryKey: ['mail-draft', place],
    queryFn: async ({ signal }) => (await call(getMailDraft, { query: { place }, signal })).data,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (kept.isPending) return <Skeletons rows={5} height={44} />;
  return <MailForm place={place} senders={senders} to={readAddresses(place)} stored={kept.data ?? null} />;
}

function NoMailbox() {
  const { t } = useTranslation('tickets/compose-mail');
  const { can } = useSession();
  return (
    <EmptyState icon={IconMailOff} title={t('none.title')} hint={t('none.hint')}>
      {can('CONFIG_EMAILS:VIEW') && (
        <Button variant="default" component={Link} to="/configurasi/config">
          {t('none.settings')}
        </Button>
      )}
    </EmptyState>
  );
}
