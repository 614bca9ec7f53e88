import type { ServiceLevelRule, ServiceLevels } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

const day = sql<string>`to_char(s.valid_from, 'YYYY-MM-DD')`.as('valid_from');

export const listRules = (q: Query): Promise<ServiceLevels['data']> =>
  q
    .selectFrom('service_levels as s')
    .leftJoin('users as u', 'u.id', 's.set_by')
    .select([day, 's.target_seconds', 's.short_abandon_seconds', 'u.fullname as set_by', 's.set_at'])
    .orderBy('s.valid_from', 'desc')
    .execute();

/** The rule that applies on that day. */
export const findRule = (q: Query, on: string): Promise<ServiceLevelRule | undefined> =>
  q
    .selectFrom('service_levels as s')
    .select([day, 's.target_seconds', 's.short_abandon_seconds'])
    .where('s.valid_from', '<=', on)
    .orderBy('s.valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function putRule(
  q: Query,
  rule: ServiceLevelRule & { set_by: number; set_at: Date },
): Promise<void> {
  const { valid_from: _, ...values } = rule;
  await q
    .insertInto('service_levels')
    .values(rule)
    .onConflict((conflict) => conflict.column('valid_from').doUpdateSet(values))
    .execute();
}
