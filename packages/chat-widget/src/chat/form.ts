import { LIMITS } from '../limits.ts';

/** Fields of the pre-chat and the offline form, and their checks. Pure. */
export type FieldName = 'name' | 'email' | 'phone' | 'question';
export type ChatField = { field: FieldName; required: boolean };
export type ChatValues = Partial<Record<FieldName, string>>;
export type ChatFieldProblem = 'missing' | 'email' | 'phone' | 'long';
export type ChatFieldProblems = Partial<Record<FieldName, ChatFieldProblem>>;

/** All required, because whoever leaves a message expects a reply. */
export const OFFLINE_FIELDS: readonly ChatField[] = [
  { field: 'name', required: true },
  { field: 'email', required: true },
  { field: 'question', required: true },
];

const MAX: Record<FieldName, number> = {
  name: LIMITS.name,
  email: LIMITS.identity,
  phone: LIMITS.phone,
  question: LIMITS.visitorBody,
};
// Accepts the same as the server's check; `form.test.ts` compares them.
export const EMAIL =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,128}@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})\.){1,20}[\p{L}\p{M}\p{N}-]{2,63}$/u;
export const PHONE = /^\+?[\d\s().-]{6,}$/;

export function checkForm(fields: readonly ChatField[], values: ChatValues): ChatFieldProblems {
  const complaints: ChatFieldProblems = {};
  for (const { field, required } of fields) {
    const complaint = problemOf(field, required, (values[field] ?? '').trim());
    if (complaint) complaints[field] = complaint;
  }
  return complaints;
}

/** Returns the trimmed values of these fields, without empty ones. */
export function trimmedValues(fields: readonly ChatField[], values: ChatValues): ChatValues {
  const entries = fields.map(({ field }) => [field, (values[field] ?? '').trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Returns the server's complaints about fields of the form. */
export function serverProblemsOf(details: unknown): ChatFieldProblems {
  if (!Array.isArray(details)) return {};
  const complaints: ChatFieldProblems = {};
  for (const { path } of details as { path?: unknown }[]) {
    if (path === 'name') complaints.name = 'missing';
    if (path === 'email') complaints.email = 'email';
    if (path === 'phone') complaints.phone = 'phone';
    if (path === 'question' || path === 'body') complaints.question = 'long';
  }
  return complaints;
}

export const maxLengthOf = (field: FieldName): number => MAX[field];

function problemOf(field: FieldName, isRequired: boolean, value: string): ChatFieldProblem | null {
  if (value === '') return isRequired ? 'missing' : null;
  if (value.length > MAX[field]) return 'long';
  if (field === 'email' && !EMAIL.test(value)) return 'email';
  return field === 'phone' && !PHONE.test(value) ? 'phone' : null;
}
