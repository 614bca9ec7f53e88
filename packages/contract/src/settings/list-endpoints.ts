import { z } from 'zod';
import type { ListKind } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { sortableFields, type ListField, type ListValues } from './list-fields.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { cursor, id, idText, option, timestamp } from '../kit/shapes.ts';

/** A list of the settings: what its rows hold, and whose module it is. All else follows from it. */
export type ListDefinition = {
  kind: ListKind;
  module: ModuleCode;
  /** `name` stands in every list and is what people call the row. */
  fields: Readonly<Record<string, ListField>>;
  /** The reference by which the list can be narrowed down: the category of subcategories. */
  within?: string;
  /** A new row is not in use before somebody switches it on. */
  startsOff?: boolean;
  /** Whether a field is asked for beside what the others say; one that is not stays as it begins. */
  asks?: (field: string, values: ListValues) => boolean;
  /** Fields that do not go with the others. */
  wrong?: (values: ListValues) => string[];
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
  'undone',
] as const;
export type ListAction = (typeof LIST_ACTIONS)[number];

/** Why a line of a file can't be taken; the screen has words for each. */
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
/** Fields of a row, `is_active` and `position` among them where they changed. */
const snapshot = z.record(z.string(), value);

/** What somebody did to a list: one row, or many at once. */
export const listOperation = z.object({
  id,
  at: timestamp,
  user_id: id.nullable(),
  user_name: z.string(),
  action: z.enum(LIST_ACTIONS),
  /** How many rows it concerned; `changes` shows the first of them. */
  count: z.number().int(),
  is_undone: z.boolean(),
  can_undo: z.boolean(),
  changes: z.array(
    z.object({ row_id: id, name: z.string(), before: snapshot.nullable(), after: snapshot.nullable() }),
  ),
});
export type ListOperation = z.infer<typeof listOperation>;

/** `details` of `stale`: the row as it is now, and who changed what since the version that was sent. */
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
  /** Lines with content, the head not counted. */
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** False for a dry run, and when anything was wrong: a file is taken as a whole or not at all. */
  is_applied: z.boolean(),
  operation_id: id.nullable(),
  /** The first of them. */
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
  /** In use, so it can be deactivated only. False is no promise: something else may refer to it. */
  is_used: boolean;
  values: ListValues;
};

/** A list with its schemas and its endpoints. */
export type List = ReturnType<typeof defineList>;

/** Everything that a list of the settings can be asked, from its definition. */
export function defineList({ kind, module, fields, within, startsOff, asks, wrong }: ListDefinition) {
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
    /** What a row takes as a whole; what is left out begins as the definition says. */
    input,
    endpoints: {
      ...readingOf(kind, module, { row, fields }),
      ...writingOf(kind, module, { row, input, patch, isOn: startsOff !== true }),
      ...arrangingOf(kind, module),
    },
  };
}

type Parts = { row: z.ZodType<ListRow, ListRow> };
type Inputs = {
  /** Whether a new row is in use where it is not said. */
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
    /** Only those within this row of another list. */
    within: idText.optional(),
    /** This row alone. */
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
      summary: `Who changed what in the list of ${kind}, latest first; of one row with \`row\`.`,
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
  /** The operation can be taken back with `undo`. */
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

/** What is done to many rows, to their order, or back. */
function arrangingOf(kind: ListKind, module: ModuleCode) {
  const path = `/api/settings/${kind}`;
  const permission = `${module}:EDIT` as const;
  const many = z.object({ ok: z.literal(true), operation_id: id.nullable() });
  return {
    bulk: endpoint({
      method: 'POST',
      path: `${path}/bulk`,
      permission,
      summary: `Switch rows of the list of ${kind} on or off together.`,
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
      summary: `Take back an operation on the list of ${kind} of the last day: your own last one, or the one named.`,
      body: z.strictObject({ operation_id: id.optional() }),
      response: many,
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      permission,
      summary: `Take a CSV file into the list of ${kind}: rows with a known id or name are changed, others added. Nothing is stored unless \`apply\` is \`yes\` and every line is right.`,
      query: z.strictObject({ apply: z.enum(['no', 'yes']).default('no') }),
      response: z.object({ data: importResult }),
      upload: true,
      perMinute: 20,
    }),
  };
}
