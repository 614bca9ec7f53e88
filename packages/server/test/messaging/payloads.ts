import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '@trunkline/contract';
import type { TestApp } from '../app.ts';

/** What must have happened before the delivery, with a customer whom the stand-in knows. */
export type Precondition = {
  customer: { address: string; name?: string };
  /** A message of the customer, with the provider's id. */
  wrote?: { id: string; text: string };
  /** An answer to them, with the id that the provider gave it and the time. */
  answered?: { id: string; text: string; at?: string };
  /** Their reaction to that answer. */
  reacted?: string;
};
export type Payload = { name: string; text: string; before: Precondition | undefined; expected: unknown };

const folderOf = (provider: string) =>
  fileURLToPath(new URL(`../../../../fixtures/${provider}/`, import.meta.url));

/** The deliveries in `fixtures/`, each with what must be stored after it. */
export function payloadsOf(provider: string, ending = 'json'): Payload[] {
  const folder = folderOf(provider);
  const files = fs.readdirSync(folder);
  const read = (file: string) => fs.readFileSync(folder + file, 'utf8');
  return files
    .filter((file) => file.endsWith(`.${ending}`) && !/\.(before|expected)\.json$/.test(file))
    .map((file) => file.slice(0, -ending.length - 1))
    .map((name) => ({
      name,
      text: read(`${name}.${ending}`),
      before: files.includes(`${name}.before.json`)
        ? (JSON.parse(read(`${name}.before.json`)) as Precondition)
        : undefined,
      expected: JSON.parse(read(`${name}.expected.json`)) as unknown,
    }));
}

type Desk = { emails: (ticketId: number) => Promise<Message[]> };

/** What a delivery led to: the tickets created since then, and the delivery itself. */
export async function outcomesOf({ platform, as }: TestApp, accountId: number, { emails }: Desk) {
  const { pool } = platform.db;
  const one = async <T>(query: string, values: unknown[] = []) =>
    (await pool.query<{ value: T }>(query, values)).rows[0]?.value;
  const lastTicket = await one<number>('select coalesce(max(id), 0) as value from tickets');

  return {
    /** Whether all work that the delivery caused is done. */
    async isSettled(): Promise<boolean> {
      const waiting = await one<string>(
        `select (select count(*) from messaging_deliveries where state = 'received' and attempts = 0)
           + (select count(*) from messaging_media where state = 'queued')
           + (select count(*) from messaging_outbox where state = 'queued') as value`,
      );
      return Number(waiting) === 0;
    },
    /** Tickets in the order of their customers' names: those of several customers are made at the same time. */
    async read() {
      const { rows: tickets } = await pool.query<{ id: number; customer: string; refuses: boolean }>(
        `select t.id, c.name as customer, exists (
           select from messaging_contacts m where m.customer_id = c.id and m.refuses_since is not null
         ) as refuses
         from tickets t join customers c on c.id = t.customer_id where t.id > $1 order by c.name collate "C", t.id`,
        [lastTicket],
      );
      const { rows: delivered } = await pool.query<{ state: string; reason: string }>(
        'select state, reason from messaging_deliveries where channel_account_id = $1 order by id desc limit 1',
        [accountId],
      );
      const { body } = (await as('admin', 'GET', '/api/messaging-accounts')) as {
        body: { data: { id: number; health: { state: string; fault: string | null; said: string } }[] };
      };
      const account = body.data.find(({ id }) => id === accountId);
      return {
        delivery: delivered[0] && [delivered[0].state, delivered[0].reason].filter(Boolean).join(': '),
        account:
          account &&
          [account.health.state, account.health.fault, account.health.said].filter(Boolean).join(': '),
        tickets: await Promise.all(
          tickets.map(async ({ id, customer, refuses }) => ({
            customer,
            ...(refuses && { wants_no_more: true }),
            messages: (await emails(id)).map(comparableOf),
          })),
        ),
      };
    },
  };
}

/** A message without the fields that differ from run to run. */
function comparableOf({ kind, body, author, extra, attachments, state, failure }: Message) {
  const { reply_to: answered, media, ...rest } = extra ?? {};
  return {
    from: kind === 'inbound' ? 'customer' : author.name,
    body,
    ...(Object.keys(rest).length > 0 && { extra: withoutUrl(rest) }),
    ...(media && { media: `${media.state}: ${media.reason}` }),
    ...(answered && { answers: answered.message_id === null ? 'unknown' : answered.preview }),
    ...(attachments.length > 0 && {
      files: attachments.map(({ name, mime }) => `${name.replace(/\d+(?=\.|$)/, 'N')} (${mime})`).toSorted(),
    }),
    ...(state !== null && { state }),
    ...(failure !== null && { failure }),
  };
}

/** The stand-ins' addresses differ from run to run. */
const withoutUrl = (extra: object): unknown =>
  JSON.parse(JSON.stringify(extra).replaceAll(/http:\/\/127\.0\.0\.1:\d+\/[\w/]+/g, 'the stand-in'));
