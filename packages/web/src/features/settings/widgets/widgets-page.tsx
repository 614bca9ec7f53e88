import { call } from '#shared/api/call.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PaneLayout } from '#shared/ui/layout/pane-layout.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listWebForms, listWidgets, type Reference, type WebForm } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewButton } from '../account-kit/new-button.tsx';
import { FormEditor } from '../forms/form-editor.tsx';
import { FormList } from '../forms/form-list.tsx';
import { FormSide } from '../forms/form-side.tsx';
import classes from '../widgets.module.css';
import { WidgetEditor } from './widget-editor.tsx';
import type { Widget } from './widget-form.ts';
import { WidgetList } from './widget-list.tsx';
import { WidgetSide } from './widget-side.tsx';

/** From this width on the preview has room beside the navigation, the list and the editor. */
const HAS_ROOM = '(min-width: 1400px)';

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
  const { form, widget } = creating ? NOTHING : chosenOf(widgets, forms, { id, orFirst: !narrow });
  const close = () => setCreating(null);
  const pick = (next: number | undefined) => {
    close();
    void navigate({ to: '/configurasi/config_media_chat', search: next ? { id: next } : {} });
  };
  const addButton = (what: 'widget' | 'form', label: string) =>
    canEdit && <NewButton label={label} onClick={() => setCreating(what)} />;
  const side = sideOf(creating !== null, form, widget);
  const hasRoom = useMediaQuery(HAS_ROOM, true, { getInitialValueInEffect: false });
  return (
    <PaneLayout
      storageKey="widgets"
      show={side ? 'main' : 'list'}
      onBack={() => pick(undefined)}
      labels={{
        list: t('chat.list'),
        main: t(form || creating === 'form' ? 'form.editor' : 'chat.editor'),
        side: t('chat.preview'),
      }}
      list={
        <>
          <WidgetList
            {...{ widgets, departments }}
            chosenId={widget?.id}
            addButton={addButton('widget', t('chat.new'))}
            onPick={close}
          />
          <FormList
            {...{ forms, departments }}
            chosenId={form?.id}
            addButton={addButton('form', t('form.new'))}
            onPick={close}
          />
        </>
      }
      main={
        <Main {...{ creating, form, widget, reference, canEdit }} onDone={pick}>
          {!hasRoom && side}
        </Main>
      }
      {...(side && hasRoom ? { side } : {})}
    />
  );
}

const NOTHING = { form: undefined, widget: undefined };

/** Returns the widget or form that the address names; on wide screens the first widget is shown where it names none. */
function chosenOf(
  widgets: readonly Widget[],
  forms: readonly WebForm[],
  { id, orFirst }: { id: number | undefined; orFirst: boolean },
) {
  const form = forms.find((one) => one.id === id);
  if (form) return { form, widget: undefined };
  return { form, widget: widgets.find((one) => one.id === id) ?? (orFirst ? widgets[0] : undefined) };
}

function sideOf(isNew: boolean, form: WebForm | undefined, widget: Widget | undefined): ReactNode {
  if (isNew) return <NewSide />;
  if (form) return <FormSide form={form} />;
  return widget && <WidgetSide widget={widget} />;
}

type MainProps = {
  creating: 'widget' | 'form' | null;
  form: WebForm | undefined;
  widget: Widget | undefined;
  reference: Reference;
  canEdit: boolean;
  onDone: (id: number | undefined) => void;
  children: ReactNode;
};

/** The editor of the chosen or new widget or form; where there is no room beside it, the preview is below it. */
function Main({ creating, form, widget, reference, canEdit, onDone, children }: MainProps) {
  const { t } = useTranslation('settings');
  const rest = { reference, canEdit, onDone, children };
  if (form ?? creating === 'form') return <FormEditor key={form?.id ?? 'new'} form={form} {...rest} />;
  if (widget ?? creating === 'widget')
    return <WidgetEditor key={widget?.id ?? 'new'} widget={widget} {...rest} />;
  return <EmptyState icon={IconMessages} title={t('chat.empty')} hint={t('chat.empty-hint')} />;
}

/** Shown in place of the preview of a new widget. */
function NewSide() {
  const { t } = useTranslation('settings');
  return (
    <div className={classes['side']}>
      <h2>{t('chat.preview')}</h2>
      <p className={classes['dim']}>{t('chat.preview-new')}</p>
    </div>
  );
}
