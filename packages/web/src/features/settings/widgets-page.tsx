import { call } from '#shared/api/call.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state.tsx';
import { PaneLayout } from '#shared/ui/pane-layout.tsx';
import { Skeletons } from '#shared/ui/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listWidgets } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewWidgetDrawer } from './new-widget-drawer.tsx';
import { WidgetEditor } from './widget-editor.tsx';
import { WidgetList } from './widget-list.tsx';
import { WidgetSide } from './widget-side.tsx';

/** The chats on web sites: a list, the settings of one, and how it looks. */
export function WidgetsPage() {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const canEdit = can('CONFIG_MEDIA_CHAT:EDIT');
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/configurasi/config_media_chat' });
  const [isCreating, setCreating] = useState(false);
  const reference = useReference();
  const widgets = useQuery({
    queryKey: ['widgets'],
    queryFn: ({ signal }) => call(listWidgets, { signal }).then((answer) => answer.data),
  });
  const pick = (next: number | undefined) =>
    void navigate({ to: '/configurasi/config_media_chat', search: next ? { id: next } : {} });

  if (widgets.isError)
    return <ErrorState isPage error={widgets.error} onRetry={() => void widgets.refetch()} />;
  if (!widgets.data || !reference.data) return <Skeletons rows={10} height={52} />;
  const departments = reference.data.departments;
  const chosen = widgets.data.find((widget) => widget.id === id) ?? (narrow ? undefined : widgets.data[0]);
  const addButton = canEdit && (
    <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setCreating(true)}>
      {t('chat.new')}
    </Button>
  );
  return (
    <>
      <PaneLayout
        storageKey="widgets"
        show={chosen ? 'main' : 'list'}
        onBack={() => pick(undefined)}
        labels={{ list: t('chat.list'), main: t('chat.editor'), side: t('chat.preview') }}
        list={
          <WidgetList
            widgets={widgets.data}
            departments={departments}
            chosenId={chosen?.id}
            addButton={addButton}
          />
        }
        main={
          chosen ? (
            <WidgetEditor key={chosen.id} widget={chosen} departments={departments} canEdit={canEdit}>
              {narrow && <WidgetSide widget={chosen} />}
            </WidgetEditor>
          ) : (
            <EmptyState icon={IconMessages} title={t('chat.empty')} hint={t('chat.empty-hint')} />
          )
        }
        {...(chosen ? { side: <WidgetSide widget={chosen} /> } : {})}
      />
      {isCreating && (
        <NewWidgetDrawer
          departments={departments}
          onClose={() => setCreating(false)}
          onCreated={(widget) => pick(widget.id)}
        />
      )}
    </>
  );
}
