import { call } from '#shared/api/call.ts';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { createWebForm, updateWebForm, type Reference, type WebForm } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorFrame } from '../account-kit/editor-frame.tsx';
import { cacheRecord } from '../account-kit/cache-record.ts';
import classes from '../widgets.module.css';
import { SitesSection } from '../widgets/sites-section.tsx';
import { AnswersSection, FormFieldsSection } from './form-choice-sections.tsx';
import { GeneralSection, WordsSection, type FormSectionProps } from './form-sections.tsx';
import { FormSpam } from './form-spam.tsx';
import { changesOf, formBody, newFormValues, problemsOf, valuesOf } from './form-values.ts';

type Props = {
  /** Undefined for a new form. */
  form: WebForm | undefined;
  reference: Reference;
  canEdit: boolean;
  onDone: (id: number | undefined) => void;
  children?: ReactNode;
};

/** The settings of one web form, and its messages kept as spam; a new one exists once it is saved. */
export function FormEditor({ form, reference, canEdit, onDone, children }: Props) {
  const { t } = useTranslation('settings');
  const [fresh] = useState(() => newFormValues(reference));
  const { draft, problems, error, bar } = useSavedForm({
    key: `web form ${form?.id ?? 'new'}`,
    saved: form ? valuesOf(form) : fresh,
    problemsOf,
    async send(values) {
      const { data } = await (form
        ? call(updateWebForm, { params: { id: form.id }, body: changesOf(values, form) })
        : call(createWebForm, { body: formBody(values) }));
      cacheRecord('web-forms', data);
      if (form) return;
      toast(t('chat.created', { name: data.name }));
      onDone(data.id);
    },
  });
  const section: FormSectionProps = {
    values: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
    set: (patch) => draft.set({ ...draft.value, settings: { ...draft.value.settings, ...patch } }),
  };
  return (
    <EditorFrame
      name={form?.name ?? t('form.new')}
      canEdit={canEdit}
      bar={bar}
      error={error && t(error)}
      record={{ about: 'web-form', subject: form?.id }}
      onLeave={form ? undefined : () => onDone(undefined)}
    >
      <fieldset disabled={!canEdit} className={classes['sections']}>
        <GeneralSection {...section} departments={reference.departments} canEdit={canEdit} isNew={!form} />
        <FormFieldsSection {...section} fields={reference.custom_fields} />
        <AnswersSection {...section} accounts={reference.channel_accounts} />
        <WordsSection {...section} />
        <SitesSection
          value={draft.value.sites}
          isBad={problems.has('sites')}
          any={t('form.sites-any')}
          onChange={(sites) => section.change({ sites })}
        />
      </fieldset>
      {form && (
        <div className={classes['sections']} data-apart>
          <FormSpam formId={form.id} canEdit={canEdit} />
        </div>
      )}
      {children}
    </EditorFrame>
  );
}
