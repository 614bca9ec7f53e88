import type { ColumnType, Generated } from 'kysely';

/** A column with a default. */
export type Auto<T> = Generated<T>;
/** Read as ISO text in UTC, written as text or Date. */
export type Time = ColumnType<string, string | Date, string | Date>;
export type AutoTime = ColumnType<string, string | Date | undefined, string | Date>;
/** A jsonb column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** A jsonb column that has a default. */
export type AutoJson<T> = ColumnType<T, string | undefined, string>;

/** Every table by name. Each module adds its own in its `tables.ts`; only that module's store uses them. */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules merge their tables into it
export interface Tables {}
