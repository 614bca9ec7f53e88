import { sql } from 'kysely';
import type { MessagingProvider, MessagingTemplate } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { FetchedTemplate } from '../providers/provider.ts';
import '../tables.ts';

const COLUMNS = ['id', 'name', 'language', 'category', 'state', 'reason', 'content'] as const;

export const listTemplates = (q: Query, accountId: number): Promise<MessagingTemplate[]> =>
  q
    .selectFrom('messaging_templates')
    .select(COLUMNS)
    .where('channel_account_id', '=', accountId)
    .orderBy('name')
    .orderBy('language')
    .execute();

export const findTemplate = (
  q: Query,
  accountId: number,
  id: number,
): Promise<MessagingTemplate | undefined> =>
  q
    .selectFrom('messaging_templates')
    .select(COLUMNS)
    .where('channel_account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Replaces the templates by the provider's list; those that are not on it are deleted, those that stay keep their id. `at` is when the list
 * was requested: an older list never replaces a newer one, nor a state that the provider has sent since then.
 */
export async function replaceTemplates(
  q: Query,
  accountId: number,
  { templates, at }: { templates: readonly FetchedTemplate[]; at: Date },
): Promise<void> {
  const isLatest = await q
    .updateTable('messaging_accounts')
    .set({ templates_at: at })
    .where('id', '=', accountId)
    .where(({ or, eb }) => or([eb('templates_at', 'is', null), eb('templates_at', '<=', at.toISOString())]))
    .returning('id')
    .executeTakeFirst();
  if (!isLatest) return;
  const rows = templates.map(({ providerId, content, ...template }) => ({
    ...template,
    provider_id: providerId,
    channel_account_id: accountId,
    content: JSON.stringify(content),
  }));
  const kept: number[] = [];
  for (const row of rows) {
    const { id } = await q
      .insertInto('messaging_templates')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['channel_account_id', 'name', 'language']).doUpdateSet({
          ...row,
          state: sql`case when messaging_templates.told_at >= ${at} then messaging_templates.state else excluded.state end`,
          reason: sql`case when messaging_templates.told_at >= ${at} then messaging_templates.reason else excluded.reason end`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    kept.push(id);
  }
  await q
    .deleteFrom('messaging_templates')
    .where('channel_account_id', '=', accountId)
    .where('told_at', '<', at.toISOString())
    .where(sql<boolean>`id <> all(${kept}::bigint[])`)
    .execute();
}

type TemplateChange = Pick<MessagingTemplate, 'name' | 'language' | 'state' | 'reason'> & { at: Date };

/** For all accounts of that business; false where no account has the template. */
export async function setState(
  q: Query,
  whose: { provider: MessagingProvider; businessId: string },
  { name, language, state, reason, at }: TemplateChange,
): Promise<boolean> {
  const rows = await q
    .updateTable('messaging_templates')
    .set({ state, reason, told_at: at })
    .where('name', '=', name)
    .where('language', '=', language)
    .where('channel_account_id', 'in', (eb) =>
      eb
        .selectFrom('messaging_accounts')
        .select('id')
        .where('provider', '=', whose.provider)
        .where('business_id', '=', whose.businessId),
    )
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Adds it to all accounts of that business and returns their ids; an existing one stays as it is. */
export async function insertForBusiness(
  q: Query,
  whose: { provider: MessagingProvider; businessId: string },
  { providerId, content, at, ...template }: FetchedTemplate & { at: Date },
): Promise<number[]> {
  const accounts = await q
    .selectFrom('messaging_accounts')
    .select('id')
    .where('provider', '=', whose.provider)
    .where('business_id', '=', whose.businessId)
    .execute();
  const ids = accounts.map(({ id }) => id);
  const rows = ids.map((id) => ({
    ...template,
    provider_id: providerId,
    channel_account_id: id,
    content: JSON.stringify(content),
    told_at: at,
  }));
  if (rows.length > 0)
    await q
      .insertInto('messaging_templates')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return ids;
}

/** Active accounts whose business is known. */
export async function listAccountsWithBusiness(
  q: Query,
  providers: readonly MessagingProvider[],
): Promise<number[]> {
  const rows = await q
    .selectFrom('messaging_accounts as m')
    .innerJoin('report_channel_accounts as a', 'a.id', 'm.id')
    .select('m.id')
    .where('m.business_id', '<>', '')
    .where('m.provider', 'in', providers)
    .where('a.is_active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}
