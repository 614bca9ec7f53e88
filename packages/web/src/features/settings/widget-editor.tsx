import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { useMutation } from '@tanstack/react-query';
import { updateWidget, type Reference } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveBar } from './save-bar.tsx';
import { settingsFailure } from './settings-failure.ts';
import classes from './widgets.module.css';
import { useDraft } from './use-draft.ts';
import { widgetChanges, widgetFormOf, widgetProblems, type Widget, type WidgetForm } from './widget-form.ts';
import { GeneralSection, LookSection, WordsSection, type WidgetSectionProps } from './widget-sections.tsx';
import { PreChatSection, SitesSection } from './widget-visitor-sections.tsx';

type Props = {
  widget: Widget;
  departments: Reference['departments'];
  canEdit: boolean;
  children?: ReactNode;
};

/** All settings of one widget. */
export function WidgetEditor({ widget, departments, canEdit, children }: Props) {
  const { t } = useTranslation('settings');
  const draft = useDraft<WidgetForm>(`widget ${widget.id}`, widgetFormOf(widget));
  // On phones the editor is the whole page.
  const Name = useNarrow() ? 'h1' : 'h2';
  const [isTried, setTried] = useState(false);
  const problems = widgetProblems(draft.value);
  const save = useMutation({
    mutationFn: () =>
      call(updateWidget, { params: { id: widget.id }, body: widgetChanges(draft.value, widget) }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData<Widget[]>(['widgets'], (known) =>
        known?.map((other) => (other.id === data.id ? data : other)),
      );
      draft.discard();
      setTried(false);
    },
  });

  function handleSave(): void {
    setTried(true);
    if (problems.size === 0) save.mutate();
  }

  const section: WidgetSectionProps = {
    form: draft.value,
    problems: isTried ? problems : new Set(),
    change: (patch) => draft.set({ ...draft.value, ...patch }),
    set: (patch) => draft.set({ ...draft.value, settings: { ...draft.value.settings, ...patch } }),
  };
  const error =
    isTried && problems.size > 0
      ? 'invalid'
      : save.isError && draft.isChanged
        ? settingsFailure(save.error)
        : null;
  return (
    <div className={classes['editor']}>
      <div className={classes['bar']}>
        <Name>
          <bdi>{widget.name}</bdi>
        </Name>
        <SaveBar
          canEdit={canEdit}
          isChanged={draft.isChanged}
          isSaving={save.isPending}
          error={error}
          onSave={handleSave}
          onUndo={() => {
            draft.discard();
            setTried(false);
            save.reset();
          }}
        />
      </div>
      <div className={classes['scroll']}>
        {error && <Notice kind="failed">{t(error)}</Notice>}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <GeneralSection {...section} departments={departments} />
          <LookSection {...section} canEdit={canEdit} />
          <WordsSection {...section} />
          <PreChatSection {...section} />
          <SitesSection {...section} />
        </fieldset>
        {children}
      </div>
    </div>
  );
}
