import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listMailboxes } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPanes } from '../account-kit/account-panes.tsx';
import { MailboxEditor } from './mailbox-editor.tsx';
import { MailboxList } from './mailbox-list.tsx';

/** The mailboxes: their list, and the editor of one. */
export function MailboxesPage() {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const canEdit = can('CONFIG_EMAILS:EDIT');
  const { id } = useSearch({ from: '/shell/configurasi/config' });
  const reference = useReference();
  const mailboxes = useQuery({
    queryKey: ['mailboxes'],
    queryFn: ({ signal }) => call(listMailboxes, { signal }).then((answer) => answer.data),
  });
  useEffect(followHealth, []);

  if (mailboxes.isError)
    return <ErrorState isPage error={mailboxes.error} onRetry={() => void mailboxes.refetch()} />;
  if (!mailboxes.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const { departments } = reference.data;
  return (
    <AccountPanes
      storageKey="mailboxes"
      to="/configurasi/config"
      id={id}
      records={mailboxes.data}
      canEdit={canEdit}
      words={{
        new: t('mailbox.new'),
        list: t('mailbox.list'),
        editor: t('mailbox.editor'),
        empty: t('mailbox.empty'),
        emptyHint: t('mailbox.empty-hint'),
      }}
      icon={IconMail}
      renderList={(shown) => <MailboxList mailboxes={mailboxes.data} departments={departments} {...shown} />}
      renderEditor={(mailbox, onDone) => (
        <MailboxEditor
          key={mailbox?.id ?? 'new'}
          mailbox={mailbox}
          departments={departments}
          canEdit={canEdit}
          onDone={onDone}
        />
      )}
    />
  );
}

/** Fetches the mailboxes anew when the state of one changes, which also shows mailboxes that others have created. */
const followHealth = (): (() => void) =>
  realtime.on('mailbox-health', () => void queryClient.invalidateQueries({ queryKey: ['mailboxes'] }));
