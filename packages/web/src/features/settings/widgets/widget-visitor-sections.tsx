import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { NativeSelect, Switch } from '@mantine/core';
import { CALL_KINDS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { ASKED_FIELDS, type FieldRequirement } from './widget-form.ts';
import type { WidgetSectionProps } from './widget-sections.tsx';
import classes from '../widgets.module.css';

const CHOICES: readonly FieldRequirement[] = ['off', 'optional', 'required'];

/** The pre-chat form. */
export function PreChatSection({ form, change }: WidgetSectionProps) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('chat.prechat')} hint={t('chat.prechat-hint')}>
      <div className={classes['asked']}>
        {ASKED_FIELDS.map((field) => (
          <label key={field} className={classes['question']}>
            <span>{t(`chat.fields.${field}`)}</span>
            <NativeSelect
              value={form.asked[field]}
              data={CHOICES.map((value) => ({ value, label: t(`chat.choice.${value}`) }))}
              onChange={(event) =>
                change({ asked: { ...form.asked, [field]: event.currentTarget.value as FieldRequirement } })
              }
            />
          </label>
        ))}
      </div>
    </FormSection>
  );
}

/** Whether visitors may call instead of writing. */
export function CallsSection({ form, change }: WidgetSectionProps) {
  const { t } = useTranslation('settings');
  const { calls } = form.settings;
  return (
    <FormSection title={t('chat.calls')} hint={t('chat.calls-hint')}>
      <div className={classes['fields']}>
        {CALL_KINDS.map((kind) => (
          <Switch
            key={kind}
            label={t(`chat.call.${kind}`)}
            checked={calls[kind]}
            onChange={(event) =>
              change({
                settings: { ...form.settings, calls: { ...calls, [kind]: event.currentTarget.checked } },
              })
            }
          />
        ))}
      </div>
    </FormSection>
  );
}
