import { Checkbox, Select, TagsInput } from '@mantine/core';
import { EMAIL_DOMAINS_MAX, emailDomain, type Level } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { ProviderForm } from './provider-form.ts';
import classes from './providers.module.css';

type Props = {
  form: ProviderForm;
  levels: readonly Level[];
  /** Names of fields that the server refused. */
  wrong: readonly string[];
  canEdit: boolean;
  onChange: (form: ProviderForm) => void;
};

/** Settings for accounts that are created at a first sign-in. */
export function AccountFields({ form, levels, wrong, canEdit, onChange }: Props) {
  const { t } = useTranslation('people/providers');
  const choose = (domains: string[]) => {
    const read = domains.flatMap((one) => emailDomain.safeParse(one.replace(/^@/, '')).data ?? []);
    onChange({ ...form, email_domains: [...new Set(read)] });
  };
  return (
    <>
      <h3 className={classes['title']}>{t('accounts')}</h3>
      <Checkbox
        label={t('field.creates_accounts')}
        description={t('hint.creates_accounts')}
        checked={form.creates_accounts}
        disabled={!canEdit}
        onChange={(event) => onChange({ ...form, creates_accounts: event.currentTarget.checked })}
      />
      {form.creates_accounts && (
        <>
          <TagsInput
            label={t('field.email_domains')}
            description={t('hint.email_domains')}
            placeholder={form.email_domains.length === 0 ? 'centre.example' : ''}
            value={form.email_domains}
            maxTags={EMAIL_DOMAINS_MAX}
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            readOnly={!canEdit}
            error={wrong.some((path) => path.startsWith('email_domains')) && t('problem')}
            onChange={choose}
          />
          <Select
            label={t('field.new_level_id')}
            description={t('hint.new_level_id')}
            data={levels.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={form.new_level_id === null ? null : String(form.new_level_id)}
            disabled={!canEdit}
            allowDeselect={false}
            error={wrong.includes('new_level_id') && t('problem')}
            onChange={(id) => onChange({ ...form, new_level_id: id === null ? null : Number(id) })}
          />
        </>
      )}
    </>
  );
}
