import { useLineError } from '#shared/forms/use-line-error.ts';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { LIMITS, type SignInProvider } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { needsSecret, type ProviderForm } from './provider-form.ts';
import classes from './providers.module.css';
import { TestButton } from './test-button.tsx';

type Props = {
  form: ProviderForm;
  provider: SignInProvider | null;
  /** Names of fields that the server refused. */
  wrong: readonly string[];
  canEdit: boolean;
  onChange: (form: ProviderForm) => void;
};

/** Connection settings of a provider, and the addresses to enter at the provider. */
export function ProviderFields({ form, provider, wrong, canEdit, onChange }: Props) {
  const { t } = useTranslation('people/providers');
  const lineError = useLineError();
  const text = (name: 'name' | 'issuer' | 'client_id' | 'scopes', maxLength: number) => (
    <TextInput
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      value={form[name]}
      maxLength={maxLength}
      readOnly={!canEdit}
      spellCheck={false}
      error={lineError(form[name]) ?? (wrong.includes(name) && t('problem'))}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
    />
  );
  const check = (name: 'is_active' | 'is_two_factor' | 'trusts_addresses') => (
    <Checkbox
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      checked={form[name]}
      disabled={!canEdit}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      {text('name', LIMITS.name)}
      {text('issuer', LIMITS.url)}
      {canEdit && <TestButton issuer={form.issuer} />}
      {text('client_id', 300)}
      {canEdit && (
        <PasswordInput
          label={t('field.client_secret')}
          description={t(provider?.has_secret ? 'hint.secret-kept' : 'hint.client_secret')}
          value={form.client_secret}
          maxLength={LIMITS.mailSecret}
          autoComplete="off"
          error={needsSecret(provider, form) && t('secret-again')}
          visibilityToggleButtonProps={{ 'aria-label': t('show-secret'), tabIndex: 0 }}
          onChange={(event) => onChange({ ...form, client_secret: event.currentTarget.value })}
        />
      )}
      {text('scopes', 500)}
      {provider &&
        Object.entries(addressesOf(provider)).map(([name, address]) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            description={t(`hint.${name}`)}
            value={address}
            readOnly
            variant="filled"
          />
        ))}
      <div className={classes['checks']}>
        {check('is_active')}
        {check('is_two_factor')}
        {check('trusts_addresses')}
      </div>
    </>
  );
}

/** Addresses of this server that the provider needs. */
const addressesOf = ({ callback_url, logout_url }: SignInProvider) => ({
  callback_url,
  logout_url,
  back_url: new URL('/login', callback_url).href,
});
