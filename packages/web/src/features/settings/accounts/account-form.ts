import {
  ACCOUNT_VALUES,
  isAccountValue,
  PROVIDER_TRAITS,
  SECRET_VALUES,
  type AccountValue,
  type BodyOf,
  type createMessagingAccount,
  type MessagingAccount,
  type MessagingProvider,
  smppLine,
  type SmppLine,
  onOneLine,
} from '@trunkline/contract';

/** The form of an account. Secrets start empty, because the server never sends stored ones. */
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
> & { access_token: string; app_secret: string; smpp: SmppLine | null };
export type AccountField = 'name' | 'per_second' | keyof SmppLine | AccountValue;

const NEW_LINE: SmppLine = {
  host: '',
  port: 2775,
  tls: false,
  system_type: '',
  ton: null,
  npi: null,
  alphabet: 'gsm7',
  receipt_ids: 'same',
};

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
  smpp: null,
});

export function accountFormOf(account: MessagingAccount): AccountForm {
  const { provider, name, department_id, is_active, address, shown_address, business_id } = account;
  const { per_second, smpp } = account;
  return {
    provider,
    name,
    department_id,
    is_active,
    address,
    shown_address,
    business_id,
    per_second,
    access_token: '',
    app_secret: '',
    smpp,
  };
}

/** Returns the fields that are not valid. `account` is the saved one, whose stored secrets count as entered. */
export function accountProblems(form: AccountForm, account?: MessagingAccount): ReadonlySet<AccountField> {
  const problems = new Set<AccountField>();
  if (onOneLine(form.name) === '') problems.add('name');
  if (!(form.per_second >= 1 && form.per_second <= 1000)) problems.add('per_second');
  for (const name of ACCOUNT_VALUES) {
    const value = form[name].trim();
    const isKept = value === '' && SECRET_VALUES.has(name) && isSamePlace(form, account);
    if (!isKept && !isAccountValue(form.provider, name, value)) problems.add(name);
  }
  for (const name of lineProblems(form.smpp)) problems.add(name);
  return problems;
}

/** Whether the stored password may be reused: never for another SMPP host, another encryption or another user. */
function isSamePlace({ smpp, business_id: id }: AccountForm, account?: MessagingAccount): boolean {
  if (!smpp || !account?.smpp) return account !== undefined;
  const { host, port, tls } = account.smpp;
  return (
    smpp.host.trim() === host && smpp.port === port && smpp.tls === tls && id.trim() === account.business_id
  );
}

function lineProblems(line: SmppLine | null): (keyof SmppLine)[] {
  const read = line && smppLine.safeParse(line);
  return read?.error?.issues.map(({ path }) => path[0] as keyof SmppLine) ?? [];
}

/** Returns the form for another provider, without values that this one does not have. */
export function withProvider(form: AccountForm, provider: MessagingProvider): AccountForm {
  const { values } = PROVIDER_TRAITS[provider];
  const without = ACCOUNT_VALUES.filter((name) => !values[name]).map((name) => [name, '']);
  const smpp = PROVIDER_TRAITS[provider].isLine ? (form.smpp ?? NEW_LINE) : null;
  return { ...form, ...Object.fromEntries(without), provider, smpp };
}

/** Returns the request that creates the account. */
export function accountBody(form: AccountForm): BodyOf<typeof createMessagingAccount> {
  return {
    ...form,
    name: onOneLine(form.name),
    address: form.address.trim(),
    shown_address: form.shown_address.trim(),
    business_id: form.business_id.trim(),
    access_token: form.access_token.trim(),
    app_secret: form.app_secret.trim(),
  };
}

/** Returns the request that changes the account; a secret that was not typed is left unchanged. */
export function accountPatch(form: AccountForm) {
  const { provider: _provider, access_token: token, app_secret: secret, ...rest } = accountBody(form);
  return { ...rest, ...(token && { access_token: token }), ...(secret && { app_secret: secret }) };
}
