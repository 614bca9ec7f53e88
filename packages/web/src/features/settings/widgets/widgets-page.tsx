import { call } from '#shared/api/call.ts';
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
import { listWebForms, listWidgets, type Reference, type WebForm } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEditor } from '../forms/form-editor.tsx';
import { FormList } from '../forms/form-list.tsx';
import { FormSide } from '../forms/form-side.tsx';
import { NewFormDrawer } from '../forms/new-form-drawer.tsx';
import { NewWidgetDrawer } from './new-widget-drawer.tsx';
import { WidgetEditor } from './widget-editor.tsx';
import type { Widget } from './widget-form.ts';
import { WidgetList } from './widget-list.tsx';
import { WidgetSide } from './widget-side.tsx';

/** The chat widgets and web forms: both lists, the editor of one, and its preview. */
export function WidgetsPage() {
  const reference = useReference();
  const widgets = useQuery({
    queryKey: ['widgets'],
    queryFn: ({ signal }) => call(listWidgets, { signal }).then((answer) => answer.data),
  });
  const forms = useQuery({
    queryKey: ['web-forms'],
    queryFn: ({ signal }) => call(listWebForms, { signal }).then((answer) => answer.data),
  });
  const failed = [widgets, forms].find(({ isError }) => isError);
  if (failed?.error) return <ErrorState isPage error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!widgets.data || !forms.data || !reference.data) return <Skeletons rows={10} height={52} />;
  return <Panes widgets={widgets.data} forms={forms.data} reference={reference.data} />;
}

type PanesProps = { widgets: Widget[]; forms: WebForm[]; reference: Reference };

function Panes({ widgets, forms, reference }: PanesProps) {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const canEdit = can('CONFIG_MEDIA_CHAT:EDIT');
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/configurasi/config_media_chat' });
  const [creating, setCreating] = useState<'widget' | 'form' | null>(null);
  const { departments } = reference;
  const form = forms.find((one) => one.id === id);
  const widget = widgets.find((one) => one.id === id) ?? (narrow || form ? undefined : widgets[0]);
  const pick = (next: number | undefined) =>
    void navigate({ to: '/configurasi/config_media_chat', search: next ? { id: next } : {} });
  const close = () => setCreating(null);
  const addButton = (what: 'widget' | 'form', label: string) =>
    canEdit && (
      <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setCreating(what)}>
        {label}
      </Button>
    );
  const side = form ? <FormSide form={form} /> : widget && <WidgetSide widget={widget} />;
  return (
    <>
      <PaneLayout
        storageKey="widgets"
        show={side ? 'main' : 'list'}
        onBack={() => pick(undefined)}
        labels={{
          list: t('chat.list'),
          main: t(form ? 'form.editor' : 'chat.editor'),
          side: t('chat.preview'),
        }}
        list={
          <>
            <WidgetList
              {...{ widgets, departments }}
              chosenId={widget?.id}
              addButton={addButton('widget', t('chat.new'))}
            />
            <FormList
              {...{ forms, departments }}
              chosenId={form?.id}
              addButton={addButton('form', t('form.new'))}
            />
          </>
        }
        main={<Main {...{ form, widget, reference, canEdit }} />}
        {...(side ? { side } : {})}
      />
      {creating === 'widget' && (
        <NewWidgetDrawer departments={departments} onClose={close} onCreated={(made) => pick(made.id)} />
      )}
      {creating === 'form' && (
        <NewFormDrawer reference={reference} onClose={close} onCreated={(made) => pick(made.id)} />
      )}
    </>
  );
}

type MainProps = {
  form: WebForm | undefined;
  widget: Widget | undefined;
  reference: Reference;
  canEdit: boolean;
};

/** The editor of the chosen widget or form; on phones the preview is below it. */
function Main({ form, widget, reference, canEdit }: MainProps) {
  const { t } = useTranslation('settings');
  const narrow = useNarrow();
  if (form)
    return (
      <FormEditor key={form.id} form={form} reference={reference} canEdit={canEdit}>
        {narrow && <FormSide form={form} />}
      </FormEditor>
    );
  if (!widget) return <EmptyState icon={IconMessages} title={t('chat.empty')} hint={t('chat.empty-hint')} />;
  return (
    <WidgetEditor key={widget.id} widget={widget} departments={reference.departments} canEdit={canEdit}>
      {narrow && <WidgetSide widget={widget} />}
    </WidgetEditor>
  );
}
