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
import { IconMail, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listMailboxes } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MailboxEditor } from './mailbox-editor.tsx';
import { MailboxList } from './mailbox-list.tsx';

/** The mailboxes: their list, and the editor of one. */
export function MailboxesPage() {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const canEdit = can('CONFIG_EMAILS:EDIT');
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/configurasi/config' });
  const [isCreating, setCreating] = useState(false);
  const reference = useReference();
  const mailboxes = useQuery({
    queryKey: ['mailboxes'],
    queryFn: ({ signal }) => call(listMailboxes, { signal }).then((answer) => answer.data),
  });
  useEffect(followHealth, []);
  const pick = (next: number | undefined) => {
    setCreating(false);
    void navigate({ to: '/configurasi/config', search: next ? { id: next } : {} });
  };

  if (mailboxes.isError)
    return <ErrorState isPage error={mailboxes.error} onRetry={() => void mailboxes.refetch()} />;
  if (!mailboxes.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const { departments } = reference.data;
  const chosen =
    mailboxes.data.find((mailbox) => mailbox.id === id) ?? (narrow ? undefined : mailboxes.data[0]);
  const shown = isCreating ? undefined : chosen;
  const addButton = canEdit && (
    <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setCreating(true)}>
      {t('mailbox.new')}
    </Button>
  );
  return (
    <PaneLayout
      storageKey="mailboxes"
      show={shown || isCreating ? 'main' : 'list'}
      onBack={() => pick(undefined)}
      labels={{ list: t('mailbox.list'), main: t('mailbox.editor'), side: '' }}
      list={
        <MailboxList
          mailboxes={mailboxes.data}
          departments={departments}
          chosenId={shown?.id}
          addButton={addButton}
          onPick={() => setCreating(false)}
        />
      }
      main={
        shown || isCreating ? (
          <MailboxEditor
            key={shown?.id ?? 'new'}
            mailbox={shown}
            departments={departments}
            canEdit={canEdit}
            onDone={pick}
          />
        ) : (
          <EmptyState icon={IconMail} title={t('mailbox.empty')} hint={t('mailbox.empty-hint')} />
        )
      }
    />
  );
}

/** Fetches the mailboxes anew when the state of one changes, which also shows mailboxes that others have created. */
const followHealth = (): (() => void) =>
  realtime.on('mailbox-health', () => void queryClient.invalidateQueries({ queryKey: ['mailboxes'] }));
