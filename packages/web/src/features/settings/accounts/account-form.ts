import type { BodyOf, createMessagingAccount, MessagingAccount } from '@trunkline/contract';

/** An account as it is typed. Secrets are empty until somebody types them: nobody gets them to see. */
export type AccountForm = Pick<
  MessagingAccount,
  | 'provider'
  | 'name'
  | 'department_id'
  | 'is_active'
  | 'address'
  | 'shown_address'
  | 'business_id'
  | 'per_second'
> & { access_token: string; app_secret: string };
export type AccountField =
  | 'name'
  | 'address'
  | 'shown_address'
  | 'business_id'
  | 'per_second'
  | 'access_token'
  | 'app_secret';

export const newAccount = (departmentId: number): AccountForm => ({
  provider: 'whatsapp',
  name: '',
  department_id: departmentId,
  is_active: true,
  address: '',
  shown_address: '',
  business_id: '',
  per_second: 20,
  access_token: '',
  app_secret: '',
});

export function accountFormOf(account: MessagingAccount): AccountForm {
  const { provider, name, department_id, is_active, address, shown_address, business_id } = account;
  const { per_second } = account;
  return {
    ...{ provider, name, department_id, is_active, address, shown_address, business_id, per_second },
    ...{ access_token: '', app_secret: '' },
  };
}

/** Fields with values that can't be saved. `account`: the one that is changed. */
export function accountProblems(form: AccountForm, account?: MessagingAccount): ReadonlySet<AccountField> {
  const wrong: Record<AccountField, boolean> = {
    name: form.name.trim() === '',
    address: !/^\d{1,64}$/.test(form.address.trim()),
    shown_address: form.shown_address.trim() === '',
    business_id: !/^\d{0,64}$/.test(form.business_id.trim()),
    per_second: !(form.per_second >= 1 && form.per_second <= 1000),
    access_token: !account && form.access_token.trim() === '',
    app_secret: !account && form.app_secret.trim() === '',
  };
  return new Set((Object.keys(wrong) as AccountField[]).filter((field) => wrong[field]));
}

/** The form as a new account is sent. */
export function accountBody(form: AccountForm): BodyOf<typeof createMessagingAccount> {
  return {
    ...form,
    name: form.name.trim(),
    address: form.address.trim(),
    shown_address: form.shown_address.trim(),
    business_id: form.business_id.trim(),
    access_token: form.access_token.trim(),
    app_secret: form.app_secret.trim(),
  };
}

/** The form as a change is sent: a secret that nobody typed stays as it is. */
export function accountPatch(form: AccountForm) {
  const { provider: _provider, access_token: token, app_secret: secret, ...rest } = accountBody(form);
  return { ...rest, ...(token && { access_token: token }), ...(secret && { app_secret: secret }) };
}
