import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listMessagingAccounts } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPanes } from '../account-kit/account-panes.tsx';
import { AccountEditor } from './account-editor.tsx';
import { AccountList } from './account-list.tsx';

/** The messaging accounts: their list, and the editor of one. */
export function AccountsPage() {
  const { t } = useTranslation('settings/accounts');
  const { can } = useSession();
  const canEdit = can('CONFIG_SOCIAL_MEDIA:EDIT');
  const { id } = useSearch({ from: '/shell/configurasi/config_socmed' });
  const reference = useReference();
  const accounts = useQuery({
    queryKey: ['messaging-accounts'],
    queryFn: ({ signal }) => call(listMessagingAccounts, { signal }).then((answer) => answer.data),
  });
  useEffect(followHealth, []);

  if (accounts.isError)
    return <ErrorState isPage error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const { departments } = reference.data;
  return (
    <AccountPanes
      storageKey="messaging-accounts"
      to="/configurasi/config_socmed"
      id={id}
      records={accounts.data}
      canEdit={canEdit}
      words={{
        new: t('new'),
        list: t('list'),
        editor: t('editor'),
        empty: t('empty'),
        emptyHint: t('empty-hint'),
      }}
      icon={IconMessages}
      renderList={(shown) => <AccountList accounts={accounts.data} departments={departments} {...shown} />}
      renderEditor={(account, onDone) => (
        <AccountEditor
          key={account?.id ?? 'new'}
          account={account}
          departments={departments}
          canEdit={canEdit}
          onDone={onDone}
        />
      )}
    />
  );
}

/** Fetches the accounts anew when the state of one changes, which also shows accounts that others have created. */
const followHealth = (): (() => void) =>
  realtime.on(
    'messaging-health',
    () => void queryClient.invalidateQueries({ queryKey: ['messaging-accounts'] }),
  );
