import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { WebFormSettings } from '@trunkline/contract';
import type { FormSubmission } from './content.ts';
import type { RecentSubmissionCounts } from './spam-policy.ts';
import './tables.ts';

export type FormRow = NonNullable<Awaited<ReturnType<typeof findForm>>>;
type Submission = {
  form_id: number;
  client_key: string;
  nonce: string;
  content_hash: string;
  state: 'taken' | 'spam';
  reasons: string[];
  content: FormSubmission | null;
  network: string;
  email: string;
  domain: string;
  received_at: Date;
};

const joined = (q: Query) =>
  q
    .selectFrom('web_forms as f')
    .innerJoin('report_channel_accounts as a', 'a.id', 'f.id')
    .selectAll('f')
    .select(['a.name', 'a.department_id', 'a.is_active', 'a.updated_at', 'a.key']);

export const listForms = (q: Query) => joined(q).orderBy('f.id').execute();
export const findForm = (q: Query, id: number) => joined(q).where('f.id', '=', id).executeTakeFirst();
export const findFormByKey = (q: Query, key: string) => joined(q).where('a.key', '=', key).executeTakeFirst();

const asRow = ({ mailbox_id, ...settings }: WebFormSettings) => ({
  mailbox_id,
  settings: JSON.stringify(settings),
});

export async function insertForm(q: Query, id: number, settings: WebFormSettings): Promise<void> {
  await q
    .insertInto('web_forms')
    .values({ id, ...asRow(settings) })
    .execute();
}

export async function updateForm(q: Query, id: number, settings: WebFormSettings): Promise<void> {
  await q.updateTable('web_forms').set(asRow(settings)).where('id', '=', id).execute();
}

/** Returns its id; undefined if its key or its challenge was used before. */
export async function insertSubmission(
  q: Query,
  { content, reasons, ...row }: Submission,
): Promise<number | undefined> {
  const inserted = await q
    .insertInto('web_form_submissions')
    .values({
      ...row,
      reasons: sql`${reasons}::text[]`,
      content: content && JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export const findSubmission = (q: Query, formId: number, clientKey: string) =>
  q
    .selectFrom('web_form_submissions')
    .select(['id', 'content_hash'])
    .where('form_id', '=', formId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();

export async function countSubmissionsSince(q: Query, formId: number, since: Date): Promise<number> {
  const row = await q
    .selectFrom('web_form_submissions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('form_id', '=', formId)
    .where('received_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return row.total;
}

type SubmissionOrigin = Pick<Submission, 'network' | 'email' | 'domain'>;

/** Counts the submissions of any form since then, by network, address and domain; an empty value counts as none. */
export async function countRecentSubmissions(
  q: Query,
  whose: SubmissionOrigin,
  since: Date,
): Promise<RecentSubmissionCounts> {
  const count = (column: keyof SubmissionOrigin) =>
    sql<number>`count(*) filter (where ${sql.ref(column)} = ${whose[column]} and ${whose[column]} <> '')`;
  return q
    .selectFrom('web_form_submissions')
    .select([count('network').as('network'), count('email').as('email'), count('domain').as('domain')])
    .where('received_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
}

export async function listSpam(
  q: Query,
  { formId, before, limit }: { formId: number; before: number | undefined; limit: number },
) {
  let page = q
    .selectFrom('web_form_submissions')
    .select(['id', 'received_at', 'reasons', 'content'])
    .where('form_id', '=', formId)
    .where('state', '=', 'spam')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) page = page.where('id', '<', before);
  return page.execute();
}

/** Marks a submission as accepted and returns its content; undefined if that was done before. */
export async function acceptSpam(q: Query, formId: number, id: number): Promise<FormSubmission | undefined> {
  const row = await q
    .selectFrom('web_form_submissions')
    .select('content')
    .where('form_id', '=', formId)
    .where('id', '=', id)
    .where('state', '=', 'spam')
    .forUpdate()
    .executeTakeFirst();
  if (!row?.content) return undefined;
  await q
    .updateTable('web_form_submissions')
    .set({ state: 'taken', content: null })
    .where('id', '=', id)
    .execute();
  return row.content;
}

export async function removeOld(q: Query, state: 'taken' | 'spam', before: Date): Promise<void> {
  await q
    .deleteFrom('web_form_submissions')
    .where('state', '=', state)
    .where('received_at', '<', before.toISOString())
    .execute();
}
