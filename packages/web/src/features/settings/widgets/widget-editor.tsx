import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { updateWidget, type Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { SitesSection } from './sites-section.tsx';
import classes from '../widgets.module.css';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import { widgetChanges, widgetDraftKey, widgetFormOf, widgetProblems, type Widget } from './widget-form.ts';
import { GeneralSection, LookSection, WordsSection, type WidgetSectionProps } from './widget-sections.tsx';
import { CallsSection, PreChatSection } from './widget-visitor-sections.tsx';

type Props = {
  widget: Widget;
  departments: Reference['departments'];
  canEdit: boolean;
  children?: ReactNode;
};

/** The settings of one widget. */
export function WidgetEditor({ widget, departments, canEdit, children }: Props) {
  const { t } = useTranslation('settings');
  // On phones the editor is the whole page, so its name is the page's heading.
  const Name = useNarrow() ? 'h1' : 'h2';
  const { draft, problems, error, bar } = useSavedForm({
    key: widgetDraftKey(widget),
    saved: widgetFormOf(widget),
    problemsOf: widgetProblems,
    async send(form) {
      const { data } = await call(updateWidget, {
        params: { id: widget.id },
        body: widgetChanges(form, widget),
      });
      queryClient.setQueryData<Widget[]>(['widgets'], (known) =>
        known?.map((other) => (other.id === data.id ? data : other)),
      );
    },
  });
  const section: WidgetSectionProps = {
    form: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
    set: (patch) => draft.set({ ...draft.value, settings: { ...draft.value.settings, ...patch } }),
  };
  return (
    <div className={classes['editor']}>
      <div className={classes['bar']}>
        <Name>
          <bdi>{widget.name}</bdi>
        </Name>
        <SaveBar canEdit={canEdit} {...bar} />
      </div>
      <div className={classes['scroll']}>
        {error && <Notice kind="failed">{t(error)}</Notice>}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <GeneralSection {...section} departments={departments} />
          <LookSection {...section} canEdit={canEdit} />
          <WordsSection {...section} />
          <PreChatSection {...section} />
          <CallsSection {...section} />
          <SitesSection
            value={draft.value.sites}
            isBad={problems.has('sites')}
            any={t('chat.sites-any')}
            onChange={(sites) => section.change({ sites })}
          />
        </fieldset>
        {children}
      </div>
    </div>
  );
}
