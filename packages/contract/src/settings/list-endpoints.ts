import { z } from 'zod';
import type { ListKind } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { sortableFields, type ListField, type ListValues } from './list-fields.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { cursor, id, idText, option, timestamp } from '../kit/shapes.ts';

/** A list of the settings: the fields of its rows, and its module. Everything else is derived from it. */
export type ListDefinition = {
  kind: ListKind;
  module: ModuleCode;
  /** Every list has a `name`, which identifies a row for people. */
  fields: Readonly<Record<string, ListField>>;
  /** The reference by which the list can be filtered: the category of subcategories. */
  within?: string;
  /** A new row is inactive until somebody activates it. */
  startsOff?: boolean;
  /** Whether a field applies, given the other values; one that does not keeps its initial value. */
  asks?: (field: string, values: ListValues) => boolean;
  /** The fields that are invalid in combination with others. */
  wrong?: (values: ListValues) => string[];
  /** Fields of which at least one must be filled in, because a row without actions would do nothing. */
  acts?: readonly string[];
};

export const LIST_STATUSES = ['all', 'active', 'inactive'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

export const LIST_ACTIONS = [
  'created',
  'changed',
  'activated',
  'deactivated',
  'removed',
  'ordered',
  'imported',
  'merged',
  'undone',
] as const;
export type ListAction = (typeof LIST_ACTIONS)[number];

/** Why a line cannot be imported; screens have a text for each. */
export const IMPORT_PROBLEMS = [
  'unreadable',
  'unknown_column',
  'missing_column',
  'missing',
  'invalid',
  'unknown_reference',
  'unknown_id',
  'twice',
  'taken',
  'too_many',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(id), z.array(option)]);
/** Fields of a row, and `is_active` and `position` if they changed. */
const snapshot = z.record(z.string(), value);

/** A change of a list: of one row, or of many at once. */
export const listOperation = z.object({
  id,
  at: timestamp,
  user_id: id.nullable(),
  user_name: z.string(),
  action: z.enum(LIST_ACTIONS),
  /** How many rows it changed; `changes` has the first of them. */
  count: z.number().int(),
  is_undone: z.boolean(),
  can_undo: z.boolean(),
  changes: z.array(
    z.object({ row_id: id, name: z.string(), before: snapshot.nullable(), after: snapshot.nullable() }),
  ),
});
export type ListOperation = z.infer<typeof listOperation>;

/** `details` of `stale`: the current row, and who changed what since the version that was sent. */
export const staleRowDetails = z.object({
  current: z.object({
    id,
    version: z.number().int(),
    position: z.number().int(),
    is_active: z.boolean(),
    is_used: z.boolean(),
    values: snapshot,
  }),
  changes: z.array(z.object({ user_name: z.string(), at: timestamp, after: snapshot.nullable() })),
});

export const importResult = z.object({
  /** Lines with content, without the head. */
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** False for a dry run, and if there was any problem: a file is imported as a whole or not at all. */
  is_applied: z.boolean(),
  operation_id: id.nullable(),
  /** The first problems. */
  problems: z.array(
    z.object({ line: z.number().int(), column: z.string().nullable(), problem: z.enum(IMPORT_PROBLEMS) }),
  ),
  problem_count: z.number().int(),
});
export type ImportResult = z.infer<typeof importResult>;

export type ListRow = {
  id: number;
  version: number;
  position: number;
  is_active: boolean;
  /** In use, so it can only be deactivated. False is no guarantee: other tables may refer to it. */
  is_used: boolean;
  values: ListValues;
};

/** A list with its schemas and its endpoints. */
export type SettingsList = ReturnType<typeof defineList>;

/** Makes all schemas and endpoints of a list from its definition. */
export function defineList({ kind, module, fields, within, startsOff, asks, wrong, acts }: ListDefinition) {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema] as const);
  const values = z.object(Object.fromEntries(schemas));
  const input = z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, { schema, initial }]) => [
        name,
        initial === undefined ? schema : schema.default(initial),
      ]),
    ),
  );
  const row = z.object({
    id,
    version: z.number().int(),
    position: z.number().int(),
    is_active: z.boolean(),
    is_used: z.boolean(),
    values,
  });
  const patch = z.strictObject(Object.fromEntries(schemas)).partial();
  return {
    kind,
    module,
    fields,
    within,
    startsOff: startsOff === true,
    asks: asks ?? (() => true),
    wrong: wrong ?? (() => []),
    acts: acts ?? [],
    /** A new row; fields that are left out get their initial values. */
    input,
    endpoints: {
      ...readingOf(kind, module, { row, fields }),
      ...writingOf(kind, module, { row, input, patch, isOn: startsOff !== true }),
      ...orderEndpointsOf(kind, module),
    },
  };
}

type Parts = { row: z.ZodType<ListRow, ListRow> };
type Inputs = {
  /** Whether a new row is active by default. */
  isOn: boolean;
  input: z.ZodType<ListValues, Partial<ListValues>>;
  patch: z.ZodType<Partial<ListValues>, Partial<ListValues>>;
};

function readingOf(
  kind: ListKind,
  module: ModuleCode,
  { row, fields }: Parts & Pick<ListDefinition, 'fields'>,
) {
  const path = `/api/settings/${kind}`;
  const permission = `${module}:VIEW` as const;
  const filter = {
    q: z.string().max(LIMITS.search).optional(),
    status: z.enum(LIST_STATUSES).default('all'),
    /** Only rows within this row of the other list. */
    within: idText.optional(),
    /** Only this row. */
    id: idText.optional(),
    sort: z.enum(['position', ...sortableFields(fields)]).default('position'),
    direction: z.enum(['asc', 'desc']).default('asc'),
  };
  return {
    list: endpoint({
      method: 'GET',
      path,
      permission,
      summary: `The settings’ list of ${kind}: searched, filtered, sorted and paged.`,
      query: z.strictObject({
        ...filter,
        cursor: cursor.optional(),
        limit: z.coerce.number().int().min(1).max(LIMITS.listPage).default(LIMITS.pageSize),
      }),
      response: z.object({ data: z.array(row), next: cursor.nullable(), total: z.number().int() }),
    }),
    history: endpoint({
      method: 'GET',
      path: `${path}/history`,
      permission,
      summary: `The change history of the list of ${kind}, latest first; of one row with \`row\`.`,
      query: z.strictObject({
        row: idText.optional(),
        before: idText.optional(),
        limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(30),
      }),
      response: z.object({ data: z.array(listOperation), has_more: z.boolean() }),
    }),
    export: endpoint({
      method: 'GET',
      path: `${path}/export`,
      permission,
      summary: `The list of ${kind} as CSV. Cells that a spreadsheet would calculate begin with an apostrophe.`,
      query: z.strictObject(filter),
      response: z.unknown(),
      download: true,
    }),
  };
}

function writingOf(kind: ListKind, module: ModuleCode, { row, input, patch, isOn }: Parts & Inputs) {
  const path = `/api/settings/${kind}`;
  const permission = `${module}:EDIT` as const;
  const byId = z.object({ id: idText });
  /** `operation_id` can be undone with `undo`. */
  const one = z.object({ data: row, operation_id: id.nullable() });
  return {
    create: endpoint({
      method: 'POST',
      path,
      permission,
      summary: `Add a row to the list of ${kind}, at its end.`,
      body: z.strictObject({ values: input, is_active: z.boolean().default(isOn) }),
      response: one,
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${path}/:id`,
      permission,
      summary: `Change a row of the list of ${kind}. A stale version is refused with what changed since.`,
      params: byId,
      body: z.strictObject({
        version: z.number().int(),
        values: patch.optional(),
        is_active: z.boolean().optional(),
      }),
      response: one,
    }),
  };
}

/** Changes of many rows, of their order, and undo. */
function orderEndpointsOf(kind: ListKind, module: ModuleCode) {
  const path = `/api/settings/${kind}`;
  const permission = `${module}:EDIT` as const;
  const many = z.object({ ok: z.literal(true), operation_id: id.nullable() });
  return {
    bulk: endpoint({
      method: 'POST',
      path: `${path}/bulk`,
      permission,
      summary: `Activate or deactivate several rows of the list of ${kind}.`,
      body: z.strictObject({ ids: z.array(id).min(1).max(LIMITS.listRows), is_active: z.boolean() }),
      response: many,
    }),
    order: endpoint({
      method: 'POST',
      path: `${path}/order`,
      permission,
      summary: `Move a row of the list of ${kind} behind another one, or to the top (\`after: null\`).`,
      body: z.strictObject({ id, after: id.nullable() }),
      response: many,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission,
      summary: `Delete a row of the list of ${kind} that nothing refers to; \`in_use\` otherwise.`,
      params: z.object({ id: idText }),
      response: many,
    }),
    undo: endpoint({
      method: 'POST',
      path: `${path}/undo`,
      permission,
      summary: `Undo an operation of the last day on the list of ${kind}: your own last one, or the one named.`,
      body: z.strictObject({ operation_id: id.optional() }),
      response: many,
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      permission,
      summary: `Import a CSV file into the list of ${kind}: rows with a known ID or name are updated, others added. Nothing is stored unless \`apply\` is \`yes\` and every line is right.`,
      query: z.strictObject({ apply: z.enum(['no', 'yes']).default('no') }),
      response: z.object({ data: importResult }),
      upload: true,
      perMinute: 20,
    }),
  };
}
