import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PaneLayout } from '#shared/ui/layout/pane-layout.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listMessagingAccounts } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountEditor } from './account-editor.tsx';
import { AccountList } from './account-list.tsx';

/** The messaging accounts: their list, and the editor of one. */
export function AccountsPage() {
  const { t } = useTranslation('settings/accounts');
  const { can } = useSession();
  const canEdit = can('CONFIG_SOCIAL_MEDIA:EDIT');
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/configurasi/config_socmed' });
  const [isCreating, setCreating] = useState(false);
  const reference = useReference();
  const accounts = useQuery({
    queryKey: ['messaging-accounts'],
    queryFn: ({ signal }) => call(listMessagingAccounts, { signal }).then((answer) => answer.data),
  });
  useEffect(followHealth, []);
  const pick = (next: number | undefined) => {
    setCreating(false);
    void navigate({ to: '/configurasi/config_socmed', search: next ? { id: next } : {} });
  };

  if (accounts.isError)
    return <ErrorState isPage error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const { departments } = reference.data;
  const chosen =
    accounts.data.find((account) => account.id === id) ?? (narrow ? undefined : accounts.data[0]);
  const shown = isCreating ? undefined : chosen;
  const addButton = canEdit && (
    <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  );
  return (
    <PaneLayout
      storageKey="messaging-accounts"
      show={shown || isCreating ? 'main' : 'list'}
      onBack={() => pick(undefined)}
      labels={{ list: t('list'), main: t('editor'), side: '' }}
      list={
        <AccountList
          accounts={accounts.data}
          departments={departments}
          chosenId={shown?.id}
          addButton={addButton}
          onPick={() => setCreating(false)}
        />
      }
      main={
        shown || isCreating ? (
          <AccountEditor
            key={shown?.id ?? 'new'}
            account={shown}
            departments={departments}
            canEdit={canEdit}
            onDone={pick}
          />
        ) : (
          <EmptyState icon={IconMessages} title={t('empty')} hint={t('empty-hint')} />
        )
      }
    />
  );
}

/** Fetches the accounts anew when the state of one changes, which also shows accounts that others have created. */
const followHealth = (): (() => void) =>
  realtime.on(
    'messaging-health',
    () => void queryClient.invalidateQueries({ queryKey: ['messaging-accounts'] }),
  );
