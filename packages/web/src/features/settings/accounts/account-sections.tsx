import { FormSection } from '#shared/ui/form-section.tsx';
import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { LIMITS, type MessagingAccount, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import type { AccountField, AccountForm } from './account-form.ts';

export type AccountSectionProps = {
  form: AccountForm;
  problems: ReadonlySet<AccountField>;
  change: (patch: Partial<AccountForm>) => void;
};

/** Its name, its number, whose it is, on or off. */
export function AccountSection({
  form,
  problems,
  change,
  departments,
}: AccountSectionProps & { departments: Reference['departments'] }) {
  const { t } = useTranslation('accounts');
  const { t: settings } = useTranslation('settings');
  return (
    <FormSection title={t('general')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('name')}
          description={t('name-hint')}
          value={form.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && settings('required')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('shown')}
          description={t('shown-hint')}
          value={form.shown_address}
          maxLength={LIMITS.name}
          placeholder="+62 21 5550 1234"
          error={problems.has('shown_address') && settings('required')}
          onChange={(event) => change({ shown_address: event.currentTarget.value })}
        />
        <Select
          label={t('department')}
          description={t('department-hint')}
          value={String(form.department_id)}
          data={departments
            .filter(({ id, is_active: isOn }) => isOn || id === form.department_id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => id && change({ department_id: Number(id) })}
        />
        <NumberInput
          label={t('rate')}
          description={t('rate-hint')}
          value={Number.isNaN(form.per_second) ? '' : form.per_second}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          classNames={{ wrapper: classes['number'] ?? '' }}
          error={problems.has('per_second') && t('rate-bad')}
          onChange={(rate) => change({ per_second: rate === '' ? Number.NaN : Number(rate) })}
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

/** What lets us in at the provider, and by what we know that it is the provider. */
export function KeysSection({
  form,
  problems,
  change,
  account,
}: AccountSectionProps & { account: MessagingAccount | undefined }) {
  const { t } = useTranslation('accounts');
  const { t: settings } = useTranslation('settings');
  return (
    <FormSection title={t('keys')} hint={t('keys-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('address')}
          description={t('address-hint')}
          value={form.address}
          maxLength={64}
          inputMode="numeric"
          spellCheck={false}
          placeholder="106540352242922"
          error={problems.has('address') && t('address-bad')}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
        <TextInput
          label={t('business')}
          description={t('business-hint')}
          value={form.business_id}
          maxLength={64}
          inputMode="numeric"
          spellCheck={false}
          placeholder="102290129340398"
          error={problems.has('business_id') && t('address-bad')}
          onChange={(event) => change({ business_id: event.currentTarget.value })}
        />
        {(['access_token', 'app_secret'] as const).map((field) => {
          const name = field === 'access_token' ? 'access-token' : 'app-secret';
          return (
            <PasswordInput
              key={field}
              label={t(name)}
              description={account ? t('kept') : t(`${name}-hint`)}
              value={form[field]}
              maxLength={LIMITS.mailSecret}
              autoComplete="new-password"
              error={problems.has(field) && settings('required')}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          );
        })}
      </div>
    </FormSection>
  );
}
