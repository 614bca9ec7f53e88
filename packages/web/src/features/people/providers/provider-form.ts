import { onOneLine, type BodyOf, type createSignInProvider, type SignInProvider } from '@trunkline/contract';

export type ProviderForm = BodyOf<typeof createSignInProvider>;

/** Returns the form of a provider; a new one starts with the values that suit most providers. */
export function formOf(provider: SignInProvider | null): ProviderForm {
  if (!provider)
    return {
      name: '',
      issuer: '',
      client_id: '',
      client_secret: '',
      scopes: 'openid profile email',
      trusts_addresses: false,
      is_two_factor: false,
      is_active: true,
      level_claim: '',
      levels: [],
      other_level_id: null,
      department_claim: '',
      departments: [],
      creates_accounts: false,
      email_domains: [],
      new_level_id: null,
    };
  const {
    id: _id,
    version: _version,
    has_secret: _has,
    people: _people,
    callback_url: _callback,
    logout_url: _logout,
    missing: _missing,
    ...fields
  } = provider;
  return { ...fields, client_secret: '' };
}

/** Whether all required fields are filled in. */
export const isComplete = (form: ProviderForm): boolean =>
  onOneLine(form.name) !== '' &&
  [form.issuer, form.client_id, form.scopes].every((text) => text.trim() !== '') &&
  [...form.levels, ...form.departments].every(({ value }) => value.trim() !== '') &&
  (!form.creates_accounts || (form.email_domains.length > 0 && form.new_level_id !== null));

/** Whether a new secret is needed, because the stored one belongs to the previous issuer or client. */
export const needsSecret = (provider: SignInProvider | null, form: ProviderForm): boolean =>
  provider?.has_secret === true &&
  (provider.issuer !== form.issuer || provider.client_id !== form.client_id) &&
  form.client_secret === '';
