import { LIST_KINDS, LISTS, type SettingsList, type ListKind } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import { lockRules } from './rules-lock.ts';
import './tables.ts';

/** How a list of the contract is stored. In its SQL the table has the alias `t`. */
type ListStorage = {
  table: keyof Tables;
  /** The column with the position. */
  order: 'position' | 'rank';
  /** Rows must differ in one of these, ignoring case. */
  key: readonly string[];
  /** The part that screens fetch again after a change. */
  part: 'reference' | 'templates' | 'macros' | 'automation';
  /** Whether the row `t` is in use, apart from references of other lists. */
  isUsed: RawBuilder<boolean>;
  /** A field that is true in exactly one row, which must be active. */
  only?: string;
  /** Takes other locks before the list is read. */
  lock?: (q: Query) => Promise<void>;
  /** Further combinations of fields that must be unique. */
  alsoUnique?: readonly (readonly string[])[];
  /** The name of the row that the row `t` was merged into; a merged row cannot be changed. */
  mergedInto?: RawBuilder<string | null>;
  /** The ids of options of the row `t` that are in use, and cannot be removed. */
  usedOptions?: RawBuilder<string[]>;
};
export type StoredList = SettingsList & ListStorage;

const NOTED = sql<boolean>`t.is_used`;
const UNUSED = sql<boolean>`false`;
const named = { order: 'position', key: ['name'], part: 'reference', isUsed: NOTED } as const;

const KEEPING: Record<ListKind, ListStorage> = {
  types: { ...named, table: 'ticket_types' },
  categories: { ...named, table: 'categories' },
  subcategories: { ...named, table: 'subcategories', key: ['category_id', 'name'] },
  caller_types: { ...named, table: 'caller_types' },
  departments: {
    ...named,
    table: 'departments',
    lock: lockRules,
    // A recording rule for a deleted department could not be seen any more. Merged departments are named in history.
    isUsed: sql<boolean>`(t.is_used or t.merged_into is not null
      or exists (select from departments m where m.merged_into = t.id) or exists (select from app_config where key = 'recording'
      and value -> 'departments' @> jsonb_build_array(jsonb_build_object('department_id', t.id))))`,
    mergedInto: sql<string | null>`(select m.name from departments m where m.id = t.merged_into)`,
  },
  priorities: { ...named, table: 'priorities', order: 'rank', only: 'is_default', lock: lockRules },
  // Replies contain a template's text, and no reference to it.
  templates: {
    ...named,
    table: 'templates',
    key: ['name', 'language'],
    // After the slash an agent could not tell them apart; the languages of one template share theirs.
    alsoUnique: [['media_id', 'department_id', 'language', 'shortcut']],
    part: 'templates',
    isUsed: UNUSED,
  },
  office_hours: { ...named, table: 'office_hours', only: 'is_default', isUsed: UNUSED, lock: lockRules },
  holidays: {
    ...named,
    table: 'holidays',
    key: ['is_yearly', 'office_hours_id', 'date'],
    isUsed: UNUSED,
    lock: lockRules,
  },
  custom_fields: {
    ...named,
    table: 'custom_fields',
    key: ['entity', 'name'],
    alsoUnique: [['entity', 'key']],
    isUsed: sql<boolean>`exists (select from custom_field_uses u where u.field_id = t.id)`,
    usedOptions: sql<string[]>`array(select u.option from custom_field_uses u where u.field_id = t.id)`,
  },
  // Runs of macros store their names.
  macros: { ...named, table: 'macros', key: ['name'], part: 'macros', isUsed: UNUSED },
  // Runs of rules store their names too.
  automation: { ...named, table: 'automation_rules', part: 'automation', isUsed: UNUSED },
  skills: {
    ...named,
    table: 'skills',
    isUsed: sql<boolean>`exists (select from user_skills u where u.skill_id = t.id)`,
  },
  break_reasons: {
    ...named,
    table: 'break_reasons',
    isUsed: sql<boolean>`(exists (select from user_activity_log l where l.break_reason_id = t.id)
      or exists (select from agent_states s where s.break_reason_id = t.id))`,
  },
  information_categories: {
    ...named,
    table: 'information_categories',
    isUsed: sql<boolean>`exists (select from information_posts p where p.category_id = t.id)`,
  },
};

/** All lists with how they are stored. */
export const STORED_LISTS = Object.fromEntries(
  LIST_KINDS.map((kind): [ListKind, StoredList] => [kind, { ...LISTS[kind], ...KEEPING[kind] }]),
) as Readonly<Record<ListKind, StoredList>>;

/** The columns of other lists that refer to this one. */
export function referencesTo(kind: ListKind): { table: keyof Tables; column: string; isMany: boolean }[] {
  return Object.values(STORED_LISTS).flatMap(({ table, fields }) =>
    Object.entries(fields).flatMap(([column, field]) =>
      (field.kind === 'reference' || field.kind === 'references') && field.to === kind
        ? [{ table, column, isMany: field.kind === 'references' }]
        : [],
    ),
  );
}
