import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { SegmentedControl, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { LANGUAGES, LIMITS, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../department-select.tsx';
import { ColorField } from './color-field.tsx';
import type { WidgetField, WidgetForm } from './widget-form.ts';
import classes from '../widgets.module.css';

export type WidgetSectionProps = {
  form: WidgetForm;
  problems: ReadonlySet<WidgetField>;
  change: (patch: Partial<WidgetForm>) => void;
  set: (patch: Partial<WidgetForm['settings']>) => void;
};

const TITLE_MAX = 60;
const GREETING_MAX = 300;

/** Name, department and whether the widget is active. */
export function GeneralSection({
  form,
  problems,
  change,
  departments,
  isNew,
}: WidgetSectionProps & { departments: Reference['departments']; isNew: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('chat.general')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('chat.name')}
          description={t('chat.name-hint')}
          value={form.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && t('required')}
          placeholder={isNew ? t('chat.new-name') : ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <DepartmentSelect
          label={t('chat.department')}
          description={t('chat.department-hint')}
          value={form.department_id}
          departments={departments}
          onChange={(department_id) => change({ department_id })}
        />
        {!isNew && (
          <Switch
            label={t('chat.is-active')}
            checked={form.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
        )}
      </div>
    </FormSection>
  );
}

/** Colour and position. */
export function LookSection({ form, problems, set, canEdit }: WidgetSectionProps & { canEdit: boolean }) {
  const { t } = useTranslation('settings');
  const { color, position } = form.settings;
  return (
    <FormSection title={t('chat.look')}>
      <div className={classes['fields']}>
        <ColorField
          value={color}
          isBad={problems.has('color')}
          canEdit={canEdit}
          onChange={(next) => set({ color: next })}
        />
        <div>
          <div className={classes['label']} id="position-label">
            {t('chat.position')}
          </div>
          <SegmentedControl
            aria-labelledby="position-label"
            value={position}
            disabled={!canEdit}
            data={[
              { value: 'left', label: t('chat.left') },
              { value: 'right', label: t('chat.right') },
            ]}
            onChange={(next) => set({ position: next })}
          />
        </div>
      </div>
    </FormSection>
  );
}

/** Title and greeting in each language, and the language used where a visitor's own is missing. */
export function WordsSection({ form, problems, set }: WidgetSectionProps) {
  const { t } = useTranslation('settings');
  const { title, greeting, default_language: fallback } = form.settings;
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
              label={t('chat.greeting')}
              lang={language}
              value={greeting[language]}
              maxLength={GREETING_MAX}
              autosize
              minRows={2}
              onChange={(event) => set({ greeting: { ...greeting, [language]: event.currentTarget.value } })}
            />
          </div>
        ))}
        <Select
          label={t('chat.default-language')}
          value={fallback}
          data={LANGUAGES.map((value) => ({ value, label: t(`app.languages.${value}`) }))}
          onChange={(language) => language && set({ default_language: language })}
        />
      </div>
    </FormSection>
  );
}
