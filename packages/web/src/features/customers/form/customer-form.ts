import {
  ANSWER_PROBLEMS,
  type Answer,
  type AnswerChanges,
  type AnswerProblem,
  type Customer,
  type CustomField,
  type Language,
  onOneLine,
} from '@trunkline/contract';
import { readDrafts, type AnswerDrafts, type AnswerProblems } from '#shared/fields/answer-draft.ts';

export type TypedKind = 'email' | 'phone';
/** `key` only distinguishes the rows of the form. */
export type IdentityEntry = { key: number; kind: TypedKind; value: string };
export type CustomerForm = {
  name: string;
  company: string;
  note: string;
  language: Language;
  identities: IdentityEntry[];
  /** Changed answers to custom fields. */
  fields: AnswerDrafts;
};
export type CustomerFormProblem = {
  path: string;
  problem: 'required' | 'empty' | 'email' | 'phone' | 'twice' | AnswerProblem;
};
type FormField = Exclude<keyof CustomerForm, 'fields'>;
type Fields = readonly CustomField[];
/** A field whose saved value differs from the typed one; custom fields are compared as answers. */
export type CustomerFieldConflict =
  | { field: FormField; now: string; mine: string }
  | { field: CustomField; now: Answer | null; mine: Answer | null };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const PHONE = /^\+?[\d\s().-]{6,24}$/;

/**
 * Returns the initial form of a customer, or an empty one. It contains only e-mail addresses and phones; a channel's
 * ids cannot be edited.
 */
export function formOf(customer: Customer | null, language: Language): CustomerForm {
  if (!customer) return { name: '', company: '', note: '', language, identities: [], fields: {} };
  const identities = customer.identities.flatMap(({ id, kind, value }) =>
    kind === 'email' || kind === 'phone' ? [{ key: id, kind, value }] : [],
  );
  const { name, company, note } = customer;
  return { name, company, note, language: customer.language, identities, fields: {} };
}

/** Returns the problems of the form by field: addresses as `identities.<key>`, custom fields as `fields.<id>`. */
export function problemsIn(form: CustomerForm, fields: Fields, base: Customer | null): CustomerFormProblem[] {
  const problems: CustomerFormProblem[] =
    onOneLine(form.name) === '' ? [{ path: 'name', problem: 'required' }] : [];
  const seen = new Set<string>();
  for (const { key, kind, value } of form.identities) {
    const plain = plainValue(kind, value);
    const problem = identityProblem(kind, value) ?? (seen.has(plain) ? 'twice' : null);
    if (problem) problems.push({ path: `identities.${key}`, problem });
    seen.add(plain);
  }
  const { problems: unanswered } = answersIn(form, fields, base);
  return [
    ...problems,
    ...Object.entries(unanswered).map(([id, problem]) => ({ path: `fields.${id}`, problem })),
  ];
}

/** Returns the changed answers to custom fields and their problems. Of an existing customer only changed answers must be valid. */
export function answersIn(
  form: CustomerForm,
  fields: Fields,
  base: Customer | null,
): { changes: AnswerChanges; problems: AnswerProblems } {
  const before = base?.fields ?? {};
  const shown = base ? fields.filter(({ id }) => id in form.fields) : fields;
  return readDrafts({ fields: shown, drafts: form.fields, before, when: 'create' });
}

/** Returns the problems of custom fields by field id. */
export const answerProblemsIn = (problems: readonly CustomerFormProblem[]): AnswerProblems =>
  Object.fromEntries(
    problems.flatMap(({ path, problem }) => {
      const known = ANSWER_PROBLEMS.find((one) => one === problem);
      return path.startsWith('fields.') && known ? [[path.slice('fields.'.length), known]] : [];
    }),
  );

/** Returns only the fields that differ from the customer, which is what an update sends. */
export function changesOf(
  form: CustomerForm,
  customer: Customer,
  fields: Fields,
): Partial<Omit<CustomerForm, 'identities' | 'fields'>> & {
  identities?: { kind: TypedKind; value: string }[];
  fields?: AnswerChanges;
} {
  const { changes, problems } = answersIn(form, fields, customer);
  const before = formOf(customer, customer.language);
  return {
    ...(onOneLine(form.name) !== before.name && { name: onOneLine(form.name) }),
    ...(form.company.trim() !== before.company && { company: form.company.trim() }),
    ...(form.note !== before.note && { note: form.note }),
    ...(form.language !== before.language && { language: form.language }),
    ...(identityText(form) !== identityText(before) && { identities: identitiesToSend(form) }),
    // An answer that is not valid counts as a change too, so that its problem is shown on saving.
    ...(Object.keys({ ...changes, ...problems }).length > 0 && { fields: changes }),
  };
}

/** Returns the contacts in the shape that the server takes. */
export function identitiesToSend(form: CustomerForm): { kind: TypedKind; value: string }[] {
  return form.identities.map(({ kind, value }) => ({ kind, value: value.trim() }));
}

/** Returns the fields in which the form differs from the customer as it is saved now. */
export function differences(
  form: CustomerForm,
  current: Customer,
  customFields: Fields,
): CustomerFieldConflict[] {
  const now = formOf(current, current.language);
  const names: FormField[] = ['name', 'company', 'language', 'identities', 'note'];
  const { changes } = answersIn(form, customFields, current);
  return [
    ...names
      .map((field) => ({ field, now: fieldText(now, field), mine: fieldText(form, field) }))
      .filter((entry) => entry.now !== entry.mine),
    ...customFields
      .filter(({ id }) => id in changes)
      .map((field) => ({ field, now: current.fields[field.id] ?? null, mine: changes[field.id] ?? null })),
  ];
}

/** Applies the typed changes to the customer as it is saved now: fields that were not changed here take its values. */
export function mergeForm(
  form: CustomerForm,
  { base, current, fields }: { base: Customer; current: Customer; fields: Fields },
): CustomerForm {
  const touched = changesOf(form, base, fields);
  const answered = touched.fields ?? {};
  const now = formOf(current, current.language);
  return {
    name: touched.name ?? now.name,
    company: touched.company ?? now.company,
    note: touched.note ?? now.note,
    language: touched.language ?? now.language,
    identities: touched.identities ? form.identities : now.identities,
    fields: Object.fromEntries(Object.entries(form.fields).filter(([id]) => id in answered)),
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

function identityProblem(kind: TypedKind, value: string): CustomerFormProblem['problem'] | null {
  if (value.trim() === '') return 'empty';
  if (kind === 'email') return EMAIL.test(value.trim()) ? null : 'email';
  return PHONE.test(value.trim()) ? null : 'phone';
}

function plainValue(kind: TypedKind, value: string): string {
  return kind === 'email' ? value.trim().toLowerCase() : `${kind}${value.replace(/[^\d+]/g, '')}`;
}
