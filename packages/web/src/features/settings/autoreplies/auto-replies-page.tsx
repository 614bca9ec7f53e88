import { useReference, useSession } from '#shared/api/session.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PaneLayout } from '#shared/ui/layout/pane-layout.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { IconMessageReply } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAutoReplies } from './api.ts';
import { AutoReplyEditor } from './auto-reply-editor.tsx';
import { AutoReplyList } from './auto-reply-list.tsx';

/** Automatic replies of chat and messaging accounts: the list, and the editor of one account. */
export function AutoRepliesPage() {
  const { t } = useTranslation('settings/autoreplies');
  const { can } = useSession();
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/settings/media_autoreplies' });
  const reference = useReference();
  const accounts = useAutoReplies();
  if (accounts.isError)
    return <ErrorState isPage error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const { departments } = reference.data;
  const named = accounts.data.find((account) => account.id === id);
  const chosen = named ?? (isNarrow ? undefined : accounts.data[0]);
  return (
    <PaneLayout
      storageKey="auto-replies"
      show={chosen ? 'main' : 'list'}
      onBack={() => void navigate({ to: '/settings/media_autoreplies', search: {} })}
      labels={{ list: t('list'), main: t('editor'), side: '' }}
      list={<AutoReplyList accounts={accounts.data} departments={departments} chosenId={chosen?.id} />}
      main={
        chosen ? (
          <AutoReplyEditor
            key={chosen.id}
            account={chosen}
            others={accounts.data.filter((other) => other.id !== chosen.id && other.version > 0)}
            department={departments.find((each) => each.id === chosen.department_id)?.name ?? ''}
            canEdit={can('MEDIA_AUTOREPLIES:EDIT')}
          />
        ) : (
          <EmptyState icon={IconMessageReply} title={t('empty')} hint={t('empty-hint')} />
        )
      }
    />
  );
}
