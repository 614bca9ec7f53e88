import {
  isFieldOfTicket,
  type createTicket,
  type Customer,
  type CustomField,
  type MediaId,
  onOneLine,
} from '@trunkline/contract';
import { readDrafts, type AnswerDrafts, type AnswerProblems } from '#shared/fields/answer-draft.ts';
import type { z } from 'zod';

/** The form of a new ticket. Choices are texts, as form fields have them; '' means none. */
export type CreateForm = {
  client_key: string;
  customer: Pick<Customer, 'id' | 'name' | 'company'> | null;
  subject: string;
  department_id: string;
  media_id: string;
  priority_id: string;
  type_id: string;
  category_id: string;
  subcategory_id: string;
  caller_type_id: string;
  assignee_id: string;
  tags: string[];
  /** Answers to custom fields; those of another type or category are kept in case that is chosen again. */
  fields: AnswerDrafts;
  note: string;
};

export type CreateErrors = Partial<Record<'customer' | 'subject' | 'department_id', string>> & {
  fields?: AnswerProblems;
};
type CreateBody = z.input<NonNullable<typeof createTicket.body>>;

/** Returns an empty form with a client key, so that a repeated request creates one ticket. */
export function emptyForm(
  clientKey: string,
  { departmentId, assigneeId }: { departmentId?: number | undefined; assigneeId?: number | undefined },
): CreateForm {
  return {
    client_key: clientKey,
    customer: null,
    subject: '',
    department_id: String(departmentId ?? ''),
    media_id: '1',
    priority_id: '',
    type_id: '',
    category_id: '',
    subcategory_id: '',
    caller_type_id: '',
    assignee_id: String(assigneeId ?? ''),
    tags: [],
    fields: {},
    note: '',
  };
}

/** Returns the custom fields for the chosen type and category. */
export function fieldsIn({ type_id, category_id }: CreateForm, all: readonly CustomField[]): CustomField[] {
  const place = { type_id: Number(type_id) || null, category_id: Number(category_id) || null };
  return all.filter((field) => isFieldOfTicket(field, place));
}

/** Problems by field, as text keys. */
export function missingIn(form: CreateForm, customFields: readonly CustomField[]): CreateErrors {
  const fields = fieldsIn(form, customFields);
  const { problems } = readDrafts({ fields, drafts: form.fields, before: {}, when: 'create' });
  return {
    ...(Object.keys(problems).length > 0 && { fields: problems }),
    ...(!form.customer && { customer: 'create.needCustomer' }),
    ...(onOneLine(form.subject) === '' && { subject: 'create.needSubject' }),
    ...(form.department_id === '' && { department_id: 'create.needDepartment' }),
  };
}

/** Returns the request; fields that were not changed are left out. */
export function bodyOf(form: CreateForm, customFields: readonly CustomField[]): CreateBody {
  const fields = fieldsIn(form, customFields);
  const chosen = Object.entries({
    priority_id: form.priority_id,
    type_id: form.type_id,
    category_id: form.category_id,
    subcategory_id: form.subcategory_id,
    caller_type_id: form.caller_type_id,
    assignee_id: form.assignee_id,
  }).filter(([, value]) => value !== '');
  return {
    client_key: form.client_key,
    customer_id: form.customer?.id ?? 0,
    subject: onOneLine(form.subject),
    department_id: Number(form.department_id),
    media_id: Number(form.media_id) as MediaId,
    tags: form.tags,
    fields: readDrafts({ fields, drafts: form.fields, before: {} }).changes,
    note: form.note.trim(),
    ...Object.fromEntries(chosen.map(([name, value]) => [name, Number(value)])),
  };
}
