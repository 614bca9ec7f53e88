import {
  customFieldIdOf,
  isCustomFieldKey,
  type CustomFieldKey,
  type BulkAction,
  type ParsedAnswer,
} from '@trunkline/contract';
import type { BULK_RIGHTS } from './bulk-rights.ts';

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
export type BulkField = OwnField | CustomFieldKey;

type BulkRight = (typeof BULK_RIGHTS)[number];

const OWN_RIGHT: Partial<Record<OwnField, BulkRight>> = {
  assignee_id: 'TICKETS:ASSIGN',
  department_id: 'TICKETS:TRANSFER',
  solve: 'TICKETS:SOLVE',
  reopen: 'TICKETS:SOLVE',
};
/** Returns the permission that changing a field requires. */
export const permissionFor = (field: OwnField): BulkRight => OWN_RIGHT[field] ?? 'TICKETS:EDIT';

/** Fields that may be left empty. */
export const CLEARABLE_FIELDS: readonly BulkField[] = [
  'assignee_id',
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
];
export const NO_VALUE = 'none';

/** The state of the form; `value` is an id, a status or `none` as text. */
export type BulkForm = {
  field: BulkField;
  value: string | null;
  tags: string[];
  /** For a custom field: the typed answer, parsed by its kind. */
  answer?: ParsedAnswer;
};

const EMPTY: ParsedAnswer = { problem: 'required' };

/** Returns the change that the form describes; undefined while it is incomplete. A subcategory needs its category. */
export function bulkActionOf(
  { field, value, tags, answer = EMPTY }: BulkForm,
  categoryOf: (subcategoryId: number) => number | undefined,
): BulkAction | undefined {
  if (isCustomFieldKey(field)) return withAnswer(field, answer);
  if (field === 'solve' || field === 'reopen') return { action: field };
  if (field === 'addTags') return withTags(tags, []);
  if (field === 'removeTags') return withTags([], tags);
  if (value === null) return undefined;
  if (field === 'status') return { action: 'set', status: value as 'open' | 'pending' | 'on_hold' };
  return withId(field, value === NO_VALUE ? null : Number(value), categoryOf);
}

type Update = Extract<BulkAction, { action: 'update' }>;

/** Returns one change for all rows of the form; undefined while one of them is incomplete. Pure. */
export function bulkUpdateOf(
  forms: readonly BulkForm[],
  categoryOf: (subcategoryId: number) => number | undefined,
): BulkAction | undefined {
  const changes = forms.map((form) => bulkActionOf(form, categoryOf));
  if (changes.length === 1) return changes[0];
  let update: Update = { action: 'update' };
  for (const change of changes) {
    const next = change && withChange(update, change);
    if (!next) return undefined;
    update = next;
  }
  return update;
}

function withChange(update: Update, change: BulkAction): Update | undefined {
  switch (change.action) {
    case 'set': {
      const { action: _, ...set } = change;
      return { ...update, ...set };
    }
    case 'tag': {
      const { add, remove } = change;
      return {
        ...update,
        tags_added: [...(update.tags_added ?? []), ...add],
        tags_removed: [...(update.tags_removed ?? []), ...remove],
      };
    }
    case 'assign':
      return { ...update, assignee_id: change.assignee_id };
    case 'transfer':
      return { ...update, department_id: change.department_id };
    case 'answer':
      return { ...update, fields: { ...update.fields, ...change.fields } };
    case 'solve':
      return { ...update, status: 'solved' };
    default:
      return undefined;
  }
}

/** Fields of which only one can be set: a ticket has one status, and a subcategory brings its category along. */
const RIVALS: readonly (readonly BulkField[])[] = [
  ['status', 'solve', 'reopen'],
  ['category_id', 'subcategory_id'],
];

/** Whether a field can be set beside those of the other rows. Reopening stands alone. Pure. */
export function canBeSetWith(field: BulkField, others: readonly BulkField[]): boolean {
  if (others.length === 0) return true;
  if (field === 'reopen' || others.includes('reopen') || others.includes(field)) return false;
  return !RIVALS.some((rivals) => rivals.includes(field) && rivals.some((one) => others.includes(one)));
}

const withAnswer = (field: CustomFieldKey, read: ParsedAnswer): BulkAction | undefined =>
  'problem' in read ? undefined : { action: 'answer', fields: { [customFieldIdOf(field)]: read.answer } };

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
