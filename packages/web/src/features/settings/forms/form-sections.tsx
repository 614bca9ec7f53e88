import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Select, Switch, TextInput, Textarea } from '@mantine/core';
import { LANGUAGES, LIMITS, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../department-select.tsx';
import { ColorField } from '../widgets/color-field.tsx';
import classes from '../widgets.module.css';
import type { FormProblem, FormValues } from './form-values.ts';

export type FormSectionProps = {
  values: FormValues;
  problems: ReadonlySet<FormProblem>;
  change: (patch: Partial<FormValues>) => void;
  set: (patch: Partial<FormValues['settings']>) => void;
};

const TITLE_MAX = 60;
const TEXT_MAX = 300;

/** Name, department, colour and whether the form is active. */
export function GeneralSection({
  values,
  problems,
  change,
  set,
  departments,
  canEdit,
  isNew,
}: FormSectionProps & { departments: Reference['departments']; canEdit: boolean; isNew: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('chat.general')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('chat.name')}
          description={t('chat.name-hint')}
          value={values.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && t('required')}
          placeholder={isNew ? t('form.new-name') : ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <DepartmentSelect
          label={t('chat.department')}
          description={t('chat.department-hint')}
          value={values.department_id}
          departments={departments}
          onChange={(department_id) => change({ department_id })}
        />
        <ColorField
          value={values.settings.color}
          isBad={problems.has('color')}
          canEdit={canEdit}
          onChange={(color) => set({ color })}
        />
        {!isNew && (
          <Switch
            label={t('form.is-active')}
            checked={values.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
        )}
      </div>
    </FormSection>
  );
}

/** Title, introduction and confirmation in each language, and the language used where a visitor's own is missing. */
export function WordsSection({ values, problems, set }: FormSectionProps) {
  const { t } = useTranslation('settings');
  const { settings } = values;
  const { title, intro, thanks } = settings;
  return (
    <FormSection title={t('chat.words')} hint={t('chat.words-hint')}>
      <div className={classes['fields']}>
        {LANGUAGES.map((language) => (
          <div
            key={language}
            className={classes['language']}
            role="group"
            aria-label={t(`app.languages.${language}`)}
          >
            <div className={classes['label']}>{t(`app.languages.${language}`)}</div>
            <TextInput
              label={t('chat.title-field')}
              lang={language}
              value={title[language]}
              maxLength={TITLE_MAX}
              error={problems.has(`title.${language}`) && t('required')}
              onChange={(event) => set({ title: { ...title, [language]: event.currentTarget.value } })}
            />
            <Textarea
              label={t('form.intro')}
              lang={language}
              value={intro[language]}
              maxLength={TEXT_MAX}
              autosize
              minRows={2}
              onChange={(event) => set({ intro: { ...intro, [language]: event.currentTarget.value } })}
            />
            <TextInput
              label={t('form.thanks')}
              description={t('form.thanks-hint')}
              lang={language}
              value={thanks[language]}
              maxLength={TEXT_MAX}
              error={problems.has(`thanks.${language}`) && t('required')}
              onChange={(event) => set({ thanks: { ...thanks, [language]: event.currentTarget.value } })}
            />
          </div>
        ))}
        <Select
          label={t('chat.default-language')}
          value={settings.default_language}
          data={LANGUAGES.map((value) => ({ value, label: t(`app.languages.${value}`) }))}
          onChange={(language) => language && set({ default_language: language })}
        />
      </div>
    </FormSection>
  );
}
