import type { Customer, Language } from '@trunkline/contract';

export type TypedKind = 'email' | 'phone';
/** `key` only tells rows apart on the screen. */
export type IdentityEntry = { key: number; kind: TypedKind; value: string };
export type CustomerForm = {
  name: string;
  company: string;
  note: string;
  language: Language;
  identities: IdentityEntry[];
};
export type FormProblem = { path: string; problem: 'required' | 'empty' | 'email' | 'phone' | 'twice' };
export type FormField = keyof CustomerForm;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const PHONE = /^\+?[\d\s().-]{6,24}$/;

/** The form as it begins: of a customer, or empty. Only addresses that people type can be changed. */
export function formOf(customer: Customer | null, language: Language): CustomerForm {
  if (!customer) return { name: '', company: '', note: '', language, identities: [] };
  const identities = customer.identities.flatMap(({ id, kind, value }) =>
    kind === 'email' || kind === 'phone' ? [{ key: id, kind, value }] : [],
  );
  const { name, company, note } = customer;
  return { name, company, note, language: customer.language, identities };
}

/** What is wrong with the form, by field; addresses by `identities.<key>`. */
export function problemsIn(form: CustomerForm): FormProblem[] {
  const problems: FormProblem[] = form.name.trim() === '' ? [{ path: 'name', problem: 'required' }] : [];
  const seen = new Set<string>();
  for (const { key, kind, value } of form.identities) {
    const plain = plainValue(kind, value);
    const problem = identityProblem(kind, value) ?? (seen.has(plain) ? 'twice' : null);
    if (problem) problems.push({ path: `identities.${key}`, problem });
    seen.add(plain);
  }
  return problems;
}

/** Only the fields that differ from the customer: what an update sends. */
export function changesOf(
  form: CustomerForm,
  customer: Customer,
): Partial<Omit<CustomerForm, 'identities'>> & {
  identities?: { kind: TypedKind; value: string }[];
} {
  const before = formOf(customer, customer.language);
  return {
    ...(form.name.trim() !== before.name && { name: form.name.trim() }),
    ...(form.company.trim() !== before.company && { company: form.company.trim() }),
    ...(form.note !== before.note && { note: form.note }),
    ...(form.language !== before.language && { language: form.language }),
    ...(identityText(form) !== identityText(before) && { identities: identitiesToSend(form) }),
  };
}

/** The addresses as the server takes them. */
export function identitiesToSend(form: CustomerForm): { kind: TypedKind; value: string }[] {
  return form.identities.map(({ kind, value }) => ({ kind, value: value.trim() }));
}

/** Fields in which the form differs from the customer as it is now, both as text. */
export function differences(
  form: CustomerForm,
  current: Customer,
): { field: FormField; now: string; mine: string }[] {
  const now = formOf(current, current.language);
  const fields: FormField[] = ['name', 'company', 'language', 'identities', 'note'];
  return fields
    .map((field) => ({ field, now: fieldText(now, field), mine: fieldText(form, field) }))
    .filter((entry) => entry.now !== entry.mine);
}

/** What was typed on top of what is there now: a field that nobody touched here takes its present value. */
export function mergeForm(form: CustomerForm, base: Customer, current: Customer): CustomerForm {
  const touched = changesOf(form, base);
  const now = formOf(current, current.language);
  return {
    name: touched.name ?? now.name,
    company: touched.company ?? now.company,
    note: touched.note ?? now.note,
    language: touched.language ?? now.language,
    identities: touched.identities ? form.identities : now.identities,
  };
}

function fieldText(form: CustomerForm, field: FormField): string {
  return field === 'identities'
    ? form.identities.map((entry) => entry.value.trim()).join(', ')
    : form[field].trim();
}

function identityText(form: CustomerForm): string {
  return form.identities.map(({ kind, value }) => `${kind}:${value.trim()}`).join('\n');
}

function identityProblem(kind: TypedKind, value: string): FormProblem['problem'] | null {
  if (value.trim() === '') return 'empty';
  if (kind === 'email') return EMAIL.test(value.trim()) ? null : 'email';
  return PHONE.test(value.trim()) ? null : 'phone';
}

function plainValue(kind: TypedKind, value: string): string {
  return kind === 'email' ? value.trim().toLowerCase() : `${kind}${value.replace(/[^\d+]/g, '')}`;
}
