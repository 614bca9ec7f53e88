import { sql, type RawBuilder } from 'kysely';

/**
 * A query that cuts ranges at every midnight of a time zone: its rows have `columns` of the CTE `name`, `day`, `part_began` and
 * `part_ended`. What lies within one day, as nearly everything does, is not expanded into days, which would take most of the time.
 * @param during the range of a row of the CTE, alias `w`
 */
export function cutAtMidnights(
  name: RawBuilder<unknown>,
  {
    columns,
    during,
    timeZone,
  }: { columns: RawBuilder<unknown>; during: RawBuilder<unknown>; timeZone: string },
): RawBuilder<unknown> {
  const first = sql`(lower(${during}) at time zone ${timeZone})::date`;
  const last = sql`((upper(${during}) - interval '1 microsecond') at time zone ${timeZone})::date`;
  return sql`
    select ${columns}, ${first} as day, lower(${during}) as part_began, upper(${during}) as part_ended
    from ${name} w where ${first} = ${last}
    union all
    select ${columns}, d.day::date, greatest(lower(${during}), d.day at time zone ${timeZone}),
      least(upper(${during}), (d.day + interval '1 day') at time zone ${timeZone})
    from ${name} w cross join lateral generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as d (day)
    where ${first} < ${last}`;
}
