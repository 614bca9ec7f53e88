import { FormSection } from '#shared/ui/form-section.tsx';
import { NativeSelect, Switch, Textarea } from '@mantine/core';
import { CALL_KINDS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { badSite, readSites } from './site-list.ts';
import { ASKED_FIELDS, type Asked } from './widget-form.ts';
import type { WidgetSectionProps } from './widget-sections.tsx';
import classes from './widgets.module.css';

const CHOICES: readonly Asked[] = ['off', 'optional', 'required'];

/** What a visitor is asked before the chat. */
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
                change({ asked: { ...form.asked, [field]: event.currentTarget.value as Asked } })
              }
            />
          </label>
        ))}
      </div>
    </FormSection>
  );
}

/** Whether a visitor may call instead of writing. */
export function CallsSection({ form, change }: WidgetSectionProps) {
  const { t } = useTranslation('settings');
  const { calls } = form.settings;
  return (
    <FormSection title={t('chat.calls')} hint={t('chat.calls-hint')}>
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
    </FormSection>
  );
}

/** Which sites may show the chat. */
export function SitesSection({ form, problems, change }: WidgetSectionProps) {
  const { t } = useTranslation('settings');
  const sites = readSites(form.sites);
  const bad = badSite(sites);
  return (
    <FormSection title={t('chat.sites')} hint={t('chat.sites-hint')}>
      <Textarea
        aria-label={t('chat.sites')}
        value={form.sites}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        placeholder="https://shop.example"
        error={problems.has('sites') && bad !== undefined && t('chat.site-bad', { site: bad })}
        onChange={(event) => change({ sites: event.currentTarget.value })}
      />
      {sites.length === 0 && <p className={classes['dim']}>{t('chat.sites-any')}</p>}
    </FormSection>
  );
}
