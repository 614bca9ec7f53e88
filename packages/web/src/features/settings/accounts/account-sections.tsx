import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import {
  LIMITS,
  MESSAGING_PROVIDERS,
  SECRET_VALUES,
  type AccountValue,
  type MessagingAccount,
  type Reference,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../department-select.tsx';
import { WholeNumber } from '../whole-number.tsx';
import classes from '../settings.module.css';
import { withProvider, type AccountField, type AccountForm } from './account-form.ts';
import { PROVIDER_GUIDES } from './provider-guides.ts';

export type AccountSectionProps = {
  form: AccountForm;
  problems: ReadonlySet<AccountField>;
  change: (patch: Partial<AccountForm>) => void;
};

/** Name, number, department and whether the account is active. */
export function AccountSection({
  form,
  problems,
  change,
  departments,
  isNew,
}: AccountSectionProps & { departments: Reference['departments']; isNew: boolean }) {
  const { t } = useTranslation('settings/accounts');
  const { t: settings } = useTranslation('settings');
  return (
    <FormSection title={t('general')}>
      <div className={classes['fields']}>
        {isNew && (
          <Select
            label={t('channel')}
            value={form.provider}
            allowDeselect={false}
            data={MESSAGING_PROVIDERS.map((value) => ({ value, label: t(`by.${value}.channel`) }))}
            onChange={(provider) => provider && change(withProvider(form, provider))}
          />
        )}
        <TextInput
          label={t('name')}
          description={t('name-hint')}
          value={form.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && settings('required')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t(`by.${form.provider}.shown_address`)}
          description={t(`by.${form.provider}.shown_address-hint`)}
          value={form.shown_address}
          maxLength={LIMITS.name}
          placeholder={PROVIDER_GUIDES[form.provider].shownAs}
          error={
            problems.has('shown_address') &&
            (form.shown_address.trim() ? t('shown-bad') : settings('required'))
          }
          onChange={(event) => change({ shown_address: event.currentTarget.value })}
        />
        <DepartmentSelect
          label={t('department')}
          description={t('department-hint')}
          value={form.department_id}
          departments={departments}
          onChange={(department_id) => change({ department_id })}
        />
        <WholeNumber
          label={t('rate')}
          description={t(`by.${form.provider}.rate-hint`)}
          value={form.per_second}
          error={problems.has('per_second') && t('rate-bad')}
          onChange={(per_second) => change({ per_second })}
        />
        <Switch
          label={t('is-active')}
          checked={form.is_active}
          onChange={(event) => change({ is_active: event.currentTarget.checked })}
        />
      </div>
    </FormSection>
  );
}

/** Credentials of the account at the provider, and the secrets that verify its webhooks. */
export function KeysSection({
  form,
  problems,
  change,
  account,
}: AccountSectionProps & { account: MessagingAccount | undefined }) {
  const { t } = useTranslation('settings/accounts');
  const own = `by.${form.provider}`;
  const keys = Object.entries(PROVIDER_GUIDES[form.provider].keys) as [AccountValue, string][];
  return (
    <FormSection title={t('keys')} hint={t(`${own}.keys-hint`)}>
      <div className={classes['fields']}>
        {keys.map(([name, placeholder]) => {
          const isSecret = SECRET_VALUES.has(name);
          const isKept = isSecret && account !== undefined;
          const Input = isSecret ? PasswordInput : TextInput;
          return (
            <Input
              key={name}
              label={t(`${own}.${name}`)}
              description={isKept ? t('kept') : t(`${own}.${name}-hint`)}
              value={form[name]}
              maxLength={isSecret ? LIMITS.mailSecret : 64}
              placeholder={placeholder}
              spellCheck={false}
              autoComplete={isSecret ? 'new-password' : 'off'}
              error={problems.has(name) && t(isSecret ? 'secret-bad' : [`${own}.${name}-bad`, 'address-bad'])}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          );
        })}
      </div>
    </FormSection>
  );
}
