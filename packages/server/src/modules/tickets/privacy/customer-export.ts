import { Media, type Answers } from '@trunkline/contract';
import { sql } from 'kysely';
import type { FileStore } from '#platform/file-store';
import type { Query } from '#platform/db';
import { namedAnswers, packagedName, paged, type Customers, type PackagedFile } from '#modules/customers';
import type { Settings } from '#modules/settings';

type Deps = {
  customers: Pick<Customers, 'packages'>;
  settings: Pick<Settings, 'customFields'>;
  files: Pick<FileStore, 'has' | 'read'>;
};

/** The tickets of a customer for their data package: everything said on them, including notes, and the attachments. */
export function registerTicketExport({ customers: { packages }, settings, files }: Deps): void {
  packages.register({
    name: 'tickets',
    async *rows(q, customerIds) {
      const fields = await settings.customFields.list(q, 'ticket');
      for await (const { media_id: media, fields: answers, ...ticket } of ticketsOf(q, customerIds))
        yield { ...ticket, channel: channelOf(media), fields: namedAnswers(fields, answers) };
    },
  });
  packages.register({
    name: 'messages',
    async *rows(q, customerIds) {
      for await (const { id, number } of ticketsOf(q, customerIds)) {
        const attached = await attachmentsOf(q, id);
        for await (const message of messagesOf(q, id)) {
          const own = attached.filter(({ message_id: of }) => of === message.id);
          const named = own.map((file) => ({ name: file.name, path: pathOf(number, file) }));
          yield { ticket: number, ...shownMessage(message), files: named };
        }
      }
    },
    async *files(q, customerIds): AsyncGenerator<PackagedFile> {
      for await (const { id, number } of ticketsOf(q, customerIds))
        for (const file of await attachmentsOf(q, id))
          yield {
            path: pathOf(number, file),
            open: () => Promise.resolve(files.has(file.id) ? files.read(file.id) : undefined),
          };
    },
  });
}

const CHANNELS = new Map<number, string>(Object.entries(Media).map(([name, id]) => [id, name]));
const channelOf = (media: number | null): string | null => CHANNELS.get(media ?? 0) ?? null;

type TicketRow = { id: number; number: string; media_id: number; fields: Answers };

/** Skips tickets whose content was deleted already. */
const ticketsOf = (q: Query, customerIds: readonly number[]) =>
  paged(async (after, most) => {
    const { rows } = await sql<TicketRow>`
      select t.id, t.number, t.subject, t.status, t.media_id, d.name as department, p.name as priority, y.name as type,
        c.name as category, s.name as subcategory, k.name as caller_type, t.tags, t.fields, t.created_at,
        t.first_response_at, t.solved_at, t.updated_at,
        (select m.number from tickets m where m.id = t.merged_into) as merged_into
      from tickets t left join departments d on d.id = t.department_id left join priorities p on p.id = t.priority_id
        left join ticket_types y on y.id = t.type_id left join categories c on c.id = t.category_id
        left join subcategories s on s.id = t.subcategory_id left join caller_types k on k.id = t.caller_type_id
      where t.customer_id = any(${customerIds}::bigint[]) and t.erased_at is null and t.id > ${after}
      order by t.id limit ${most}`.execute(q);
    return rows;
  });

type MessageRow = {
  id: number;
  kind: string;
  media_id: number | null;
  mail: { bcc?: unknown } | null;
};

const messagesOf = (q: Query, ticketId: number) =>
  paged(async (after, most) => {
    const { rows } = await sql<MessageRow>`
      select id, kind, media_id, created_at, author_type, author_name, body, event, mail, extra, state
      from messages where ticket_id = ${ticketId} and id > ${after} order by id limit ${most}`.execute(q);
    return rows;
  });

/** Blind copies concern other people. */
function shownMessage({ media_id: media, mail, ...message }: MessageRow): object {
  const { bcc: _, ...shown } = mail ?? {};
  return { ...message, channel: channelOf(media), mail: mail && shown };
}

type FileRow = { id: string; name: string; message_id: number };

async function attachmentsOf(q: Query, ticketId: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select id, name, message_id from files where ticket_id = ${ticketId} and message_id is not null order by id`.execute(
    q,
  );
  return rows;
}

const pathOf = (number: string, { id, name }: FileRow): string =>
  `files/${packagedName(number)}/${id.slice(0, 8)}-${packagedName(name)}`;
