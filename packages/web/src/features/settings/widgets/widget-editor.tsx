import { call } from '#shared/api/call.ts';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { createWidget, updateWidget, type Reference } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorFrame } from '../account-kit/editor-frame.tsx';
import { cacheRecord } from '../account-kit/cache-record.ts';
import classes from '../widgets.module.css';
import { SitesSection } from './sites-section.tsx';
import {
  newWidgetForm,
  widgetBody,
  widgetChanges,
  widgetDraftKey,
  widgetFormOf,
  widgetProblems,
  type Widget,
} from './widget-form.ts';
import { GeneralSection, LookSection, WordsSection, type WidgetSectionProps } from './widget-sections.tsx';
import { CallsSection, PreChatSection } from './widget-visitor-sections.tsx';

type Props = {
  /** Undefined for a new widget. */
  widget: Widget | undefined;
  reference: Pick<Reference, 'departments'>;
  canEdit: boolean;
  onDone: (id: number | undefined) => void;
  children?: ReactNode;
};

/** The settings of one widget; a new one exists once it is saved. */
export function WidgetEditor({ widget, reference: { departments }, canEdit, onDone, children }: Props) {
  const { t } = useTranslation('settings');
  const [fresh] = useState(() => newWidgetForm(departments.find(({ is_active: isOn }) => isOn)?.id ?? 0));
  const { draft, problems, error, bar } = useSavedForm({
    key: widget ? widgetDraftKey(widget) : 'widget new',
    saved: widget ? widgetFormOf(widget) : fresh,
    problemsOf: widgetProblems,
    async send(form) {
      const { data } = await (widget
        ? call(updateWidget, { params: { id: widget.id }, body: widgetChanges(form, widget) })
        : call(createWidget, { body: widgetBody(form) }));
      cacheRecord('widgets', data);
      if (widget) return;
      toast(t('chat.created', { name: data.name }));
      onDone(data.id);
    },
  });
  const section: WidgetSectionProps = {
    form: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
    set: (patch) => draft.set({ ...draft.value, settings: { ...draft.value.settings, ...patch } }),
  };
  return (
    <EditorFrame
      name={widget?.name ?? t('chat.new')}
      canEdit={canEdit}
      bar={bar}
      error={error && t(error)}
      record={{ about: 'widget', subject: widget?.id }}
      onLeave={widget ? undefined : () => onDone(undefined)}
    >
      <fieldset disabled={!canEdit} className={classes['sections']}>
        <GeneralSection {...section} departments={departments} isNew={!widget} />
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
    </EditorFrame>
  );
}
