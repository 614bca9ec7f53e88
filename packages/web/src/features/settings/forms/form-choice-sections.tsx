import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { NativeSelect, Select } from '@mantine/core';
import { FORM_FIELDS, Media, type CustomField, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { FieldRequirement } from '../widgets/widget-form.ts';
import classes from '../widgets.module.css';
import type { FormSectionProps } from './form-sections.tsx';
import { fieldsForForm } from './form-values.ts';

const CHOICES: readonly FieldRequirement[] = ['off', 'optional', 'required'];

/** The fields of the form: its own ones, and custom fields of tickets and customers. */
export function FormFieldsSection({
  values,
  change,
  fields,
}: FormSectionProps & { fields: readonly CustomField[] }) {
  const { t } = useTranslation('settings');
  const { asked, custom } = values;
  return (
    <FormSection title={t('form.asked')} hint={t('form.asked-hint')}>
      <div className={classes['asked']}>
        {FORM_FIELDS.map((field) => (
          <Question
            key={field}
            label={t(`form.fields.${field}`)}
            value={asked[field]}
            onChange={(wish) => change({ asked: { ...asked, [field]: wish } })}
          />
        ))}
        {fieldsForForm(fields).map(({ id, name, entity }) => (
          <Question
            key={id}
            label={entity === 'customer' ? t('form.customer-field', { name }) : name}
            value={custom[id] ?? 'off'}
            onChange={(wish) => change({ custom: { ...custom, [id]: wish } })}
          />
        ))}
      </div>
      <p className={classes['dim']}>{t('form.no-custom')}</p>
    </FormSection>
  );
}

type QuestionProps = { label: string; value: FieldRequirement; onChange: (wish: FieldRequirement) => void };

function Question({ label, value, onChange }: QuestionProps) {
  const { t } = useTranslation('settings');
  return (
    <label className={classes['question']}>
      <span>{label}</span>
      <NativeSelect
        value={value}
        data={CHOICES.map((wish) => ({ value: wish, label: t(`chat.choice.${wish}`) }))}
        onChange={(event) => onChange(event.currentTarget.value as FieldRequirement)}
      />
    </label>
  );
}

const NONE = 'none';

/** The mailbox from which replies are sent. */
export function AnswersSection({
  values,
  set,
  accounts,
}: FormSectionProps & { accounts: Reference['channel_accounts'] }) {
  const { t } = useTranslation('settings');
  const { mailbox_id: chosen } = values.settings;
  const mailboxes = accounts.filter(
    (account) => account.media_id === Media.email && (account.is_active || account.id === chosen),
  );
  function warning(): string | null {
    if (chosen === null) return t(mailboxes.length > 0 ? 'form.mailbox-none' : 'form.mailbox-missing');
    if (values.asked.email === 'off') return t('form.mailbox-unasked');
    return mailboxes.some(({ id, is_active: isOn }) => id === chosen && isOn) ? null : t('form.mailbox-off');
  }
  const words = warning();
  return (
    <FormSection title={t('form.answers')} hint={t('form.answers-hint')}>
      <Select
        label={t('form.mailbox')}
        value={chosen === null ? NONE : String(chosen)}
        data={[
          { value: NONE, label: t('form.no-mailbox') },
          ...mailboxes.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => value && set({ mailbox_id: value === NONE ? null : Number(value) })}
      />
      {words && (
        <p className={classes['warning']} role="status">
          {words}
        </p>
      )}
    </FormSection>
  );
}
