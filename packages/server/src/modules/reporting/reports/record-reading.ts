import { type RawBuilder, sql } from 'kysely';
import { UNPREPARED_HINT } from '#platform/db';
import type { PlacedRecord, RecordPage, RecordReading, ReportScope } from './report-reader.ts';

/** How many records are fetched and in memory at a time. */
const FETCHED_AT_ONCE = 500;
/** The columns differ from one report to another, so that a plan must not be kept for the connection. */
const UNPREPARED = sql.raw(UNPREPARED_HINT);

/** Reads a report's records by the statement that finds them, and turns its rows into records. */
export function recordReading<Row>(
  select: (scope: ReportScope, page: RecordPage) => RawBuilder<Row>,
  toRecord: (row: Row) => PlacedRecord,
): RecordReading {
  return {
    async records(q, scope, page) {
      const { rows } = await select(scope, page).execute(q);
      return rows.map(toRecord);
    },

    async *allRecords(q, scope) {
      // All rows are wanted, and not the first ones soon.
      await sql`${UNPREPARED} set local cursor_tuple_fraction = 1`.execute(q);
      const all = select(scope, { limit: null, after: undefined });
      await sql`${UNPREPARED} declare report_records no scroll cursor for ${all}`.execute(q);
      for (let isOver = false; !isOver;) {
        const { rows } = await sql<Row>`
          ${UNPREPARED} fetch forward ${sql.lit(FETCHED_AT_ONCE)} from report_records`.execute(q);
        isOver = rows.length < FETCHED_AT_ONCE;
        for (const row of rows) yield toRecord(row);
      }
      await sql`${UNPREPARED} close report_records`.execute(q);
    },
  };
}
