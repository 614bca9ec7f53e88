import { isCustomFieldKey, ticketConditions } from '@trunkline/contract';
import type { RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { Settings } from '#modules/settings';
import { conditionsSql } from '#modules/tickets';

type ConditionContext = { text: string | undefined; me: number; now: Date };

/** The condition on `tickets t` of a query; undefined for none. */
export async function ticketConditionSql(
  q: Query,
  settings: Pick<Settings, 'customFields'>,
  { text, ...asked }: ConditionContext,
): Promise<RawBuilder<unknown> | undefined> {
  const conditions = text === undefined ? [] : (ticketConditions(text) ?? []);
  if (conditions.length === 0) return undefined;
  const custom = conditions.some(({ field }) => isCustomFieldKey(field))
    ? await settings.customFields.list(q, 'ticket')
    : [];
  return conditionsSql(conditions, { ...asked, custom });
}
