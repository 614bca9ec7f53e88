import {
  customIdOf,
  isCustom,
  type AnswerField,
  type BulkAction,
  type ReadAnswer,
} from '@trunkline/contract';

export const BULK_FIELDS = [
  'status',
  'assignee_id',
  'department_id',
  'priority_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'addTags',
  'removeTags',
  'solve',
  'reopen',
] as const;
type OwnField = (typeof BULK_FIELDS)[number];
/** What a bulk update can change: fields and actions of every ticket, and custom fields. */
export type BulkField = OwnField | AnswerField;

export const BULK_RIGHTS = ['TICKETS:EDIT', 'TICKETS:ASSIGN', 'TICKETS:TRANSFER', 'TICKETS:SOLVE'] as const;
type Right = (typeof BULK_RIGHTS)[number];

const OWN_RIGHT: Partial<Record<OwnField, Right>> = {
  assignee_id: 'TICKETS:ASSIGN',
  department_id: 'TICKETS:TRANSFER',
  solve: 'TICKETS:SOLVE',
  reopen: 'TICKETS:SOLVE',
};
/** Returns the permission that changing a field requires. */
export const rightFor = (field: OwnField): Right => OWN_RIGHT[field] ?? 'TICKETS:EDIT';

/** Fields that may be left empty. */
export const EMPTYABLE: readonly BulkField[] = [
  'assignee_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
];
export const NONE = 'none';

/** The state of the form; `value` is an id, a status or `none` as text. */
export type BulkForm = {
  field: BulkField;
  value: string | null;
  tags: string[];
  /** For a custom field: the typed answer, parsed by its kind. */
  answer?: ReadAnswer;
};

const EMPTY: ReadAnswer = { problem: 'required' };

/** Returns the change that the form describes; undefined while it is incomplete. A subcategory needs its category. */
export function bulkActionOf(
  { field, value, tags, answer = EMPTY }: BulkForm,
  categoryOf: (subcategoryId: number) => number | undefined,
): BulkAction | undefined {
  if (isCustom(field)) return withAnswer(field, answer);
  if (field === 'solve' || field === 'reopen') return { action: field };
  if (field === 'addTags') return withTags(tags, []);
  if (field === 'removeTags') return withTags([], tags);
  if (value === null) return undefined;
  if (field === 'status') return { action: 'set', status: value as 'open' | 'pending' | 'on_hold' };
  return withId(field, value === NONE ? null : Number(value), categoryOf);
}

const withAnswer = (field: AnswerField, read: ReadAnswer): BulkAction | undefined =>
  'problem' in read ? undefined : { action: 'answer', fields: { [customIdOf(field)]: read.answer } };

const withTags = (add: string[], remove: string[]): BulkAction | undefined =>
  add.length + remove.length > 0 ? { action: 'tag', add, remove } : undefined;

function withId(
  field: Exclude<OwnField, 'solve' | 'reopen' | 'addTags' | 'removeTags' | 'status'>,
  id: number | null,
  categoryOf: (subcategoryId: number) => number | undefined,
): BulkAction | undefined {
  if (field === 'assignee_id') return { action: 'assign', assignee_id: id };
  if (field === 'subcategory_id') {
    const category = id === null ? undefined : categoryOf(id);
    return { action: 'set', subcategory_id: id, ...(category !== undefined && { category_id: category }) };
  }
  if (field === 'department_id') return id === null ? undefined : { action: 'transfer', department_id: id };
  if (field === 'priority_id') return id === null ? undefined : { action: 'set', priority_id: id };
  return { action: 'set', [field]: id };
}
