import type { Customer, createTicket, MediaId } from '@trunkline/contract';
import type { z } from 'zod';

/** What the drawer holds. Choices are text, as form fields have it; '' is nothing chosen. */
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
  note: string;
};

export type CreateErrors = Partial<Record<'customer' | 'subject' | 'department_id', string>>;
type CreateBody = z.input<NonNullable<typeof createTicket.body>>;

/** An empty form; its key makes creating twice create once. */
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
    note: '',
  };
}

/** What is still missing, by field; the texts' keys. */
export function missingIn(form: CreateForm): CreateErrors {
  return {
    ...(!form.customer && { customer: 'create.needCustomer' }),
    ...(form.subject.trim() === '' && { subject: 'create.needSubject' }),
    ...(form.department_id === '' && { department_id: 'create.needDepartment' }),
  };
}

/** The request that the form makes. Fields that were left alone are left out. */
export function bodyOf(form: CreateForm): CreateBody {
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
    subject: form.subject.trim(),
    department_id: Number(form.department_id),
    media_id: Number(form.media_id) as MediaId,
    tags: form.tags,
    note: form.note.trim(),
    ...Object.fromEntries(chosen.map(([name, value]) => [name, Number(value)])),
  };
}
