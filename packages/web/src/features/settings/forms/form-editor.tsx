import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { updateWebForm, type Reference, type WebForm } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { SitesSection } from '../widgets/sites-section.tsx';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import classes from '../widgets.module.css';
import { AnswersSection, FormFieldsSection } from './form-choice-sections.tsx';
import { FormSpam } from './form-spam.tsx';
import { GeneralSection, WordsSection, type FormSectionProps } from './form-sections.tsx';
import { changesOf, problemsOf, valuesOf } from './form-values.ts';

type Props = { form: WebForm; reference: Reference; canEdit: boolean; children?: ReactNode };

/** The settings of one web form, and its messages kept as spam. */
export function FormEditor({ form, reference, canEdit, children }: Props) {
  const { t } = useTranslation('settings');
  // On phones the editor is the whole page, so its name is the page's heading.
  const Name = useNarrow() ? 'h1' : 'h2';
  const { draft, problems, error, bar } = useSavedForm({
    key: `web form ${form.id}`,
    saved: valuesOf(form),
    problemsOf,
    async send(values) {
      const { data } = await call(updateWebForm, {
        params: { id: form.id },
        body: changesOf(values, form),
      });
      queryClient.setQueryData<WebForm[]>(['web-forms'], (known) =>
        known?.map((other) => (other.id === data.id ? data : other)),
      );
    },
  });
  const section: FormSectionProps = {
    values: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
    set: (patch) => draft.set({ ...draft.value, settings: { ...draft.value.settings, ...patch } }),
  };
  return (
    <div className={classes['editor']}>
      <div className={classes['bar']}>
        <Name>
          <bdi>{form.name}</bdi>
        </Name>
        <SaveBar canEdit={canEdit} {...bar} />
      </div>
      <div className={classes['scroll']}>
        {error && <Notice kind="failed">{t(error)}</Notice>}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <GeneralSection {...section} departments={reference.departments} canEdit={canEdit} />
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
        <div className={classes['sections']} data-apart>
          <FormSpam formId={form.id} canEdit={canEdit} />
        </div>
        {children}
      </div>
    </div>
  );
}
