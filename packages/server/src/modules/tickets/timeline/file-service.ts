import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRef, Message } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Upload } from '#platform/http';
import { cleanFileName, cleanMime } from '#platform/http/file-headers';
import type { Platform } from '#platform/platform';
import { toFileRef } from './message-store.ts';
import '../tables.ts';

export type FileOwner = { userId: number } | { visitorId: number } | { mailId: number };
export type StoredFile = {
  name: string;
  mime: string;
  size: number;
  ticket_id: number | null;
  user_id: number | null;
  /** Opens the bytes; the caller must have checked that the reader may have them. */
  bytes: () => Readable;
};

/** A stored file of a mail, or of a message from a channel. */
export type MailPart = {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string;
  mail_id: number;
  created_at: Date;
};

/** Returns those of these files that are in use. */
type FileReferences = (q: Query, ids: readonly string[]) => Promise<string[]>;

const UNUSED_AFTER_MS = 24 * 3_600_000;

/** Files of messages: uploaded first, then attached to a message. Files that are not attached within a day are removed. */
export type TicketFiles = {
  /** Registers another place that uses files before they are attached to a message. */
  hold(holder: FileReferences): void;
  store(upload: Upload, uploader: FileOwner, maxBytes: number): Promise<FileRef>;
  /**
   * Stores a file of a mail under an id derived from the mail, so that repeating it after a crash gives the same file. It becomes
   * visible by `noteParts`.
   */
  keepPart(part: { id: string; upload: Upload; mailId: number }, maxBytes: number): Promise<MailPart>;
  /** Inserts the rows of stored files, in the transaction that attaches them to a message. */
  noteParts(q: Query, parts: readonly MailPart[]): Promise<void>;
  /** Attaches a file that was fetched after its message; may be repeated. Its bytes are stored under that id. */
  add(q: Query, to: Pick<Message, 'id' | 'ticket_id'>, file: LateFile): Promise<void>;
  /** How many files of an uploader are not attached yet. */
  countUnused(uploader: FileOwner): Promise<number>;
  /** Checks no permission: the caller must. */
  open(id: string): Promise<StoredFile>;
  /** The files of a draft that still exist and belong to its author. */
  listOwn(q: Query, writer: Pick<Viewer, 'id'>, ids: readonly string[]): Promise<FileRef[]>;
};
type LateFile = Omit<MailPart, 'mail_id' | 'created_at'> & { messaging_account_id: number };

export function createAttachments({
  db,
  clock,
  files,
  jobs,
}: Pick<Platform, 'db' | 'clock' | 'files' | 'jobs'>): TicketFiles {
  const holders: FileReferences[] = [];
  jobs.define('tickets:remove-unused-files', async () => {
    const before = new Date(clock.now().getTime() - UNUSED_AFTER_MS).toISOString();
    let ids: string[] = [];
    do {
      // Files in use are skipped, so each page begins after the previous one.
      ids = await listUnused(db.q, before, ids.at(-1));
      const held = new Set((await Promise.all(holders.map((holder) => holder(db.q, ids)))).flat());
      for (const id of ids) {
        if (held.has(id)) continue;
        await files.remove(id);
        await db.q.deleteFrom('files').where('id', '=', id).where('message_id', 'is', null).execute();
      }
    } while (ids.length > 0);
  });
  jobs.schedule('tickets:remove-unused-files', '41 * * * *');

  return {
    hold: (holder) => void holders.push(holder),

    async store(upload, uploader, maxBytes) {
      const id = randomUUID();
      const { size, sha256 } = await files.put(id, upload.bytes, maxBytes);
      const row = { id, name: cleanFileName(upload.name), mime: cleanMime(upload.mime), size, sha256 };
      await db.q
        .insertInto('files')
        .values({
          ...row,
          user_id: 'userId' in uploader ? uploader.userId : null,
          visitor_id: 'visitorId' in uploader ? uploader.visitorId : null,
          created_at: clock.now(),
        })
        .execute();
      return toFileRef(row);
    },

    async keepPart({ id, upload, mailId }, maxBytes) {
      const stored = await files.put(id, upload.bytes, maxBytes);
      const name = cleanFileName(upload.name);
      return { id, name, mime: cleanMime(upload.mime), ...stored, mail_id: mailId, created_at: clock.now() };
    },

    async noteParts(q, parts) {
      if (parts.length > 0)
        await q
          .insertInto('files')
          .values([...parts])
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: clock.now() }))
          .execute();
    },

    async add(q, { id: message_id, ticket_id }, file) {
      const row = { ...file, name: cleanFileName(file.name), mime: cleanMime(file.mime) };
      await q
        .insertInto('files')
        .values({ ...row, message_id, ticket_id, created_at: clock.now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async countUnused(uploader) {
      const unused = db.q
        .selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('message_id', 'is', null);
      const [column, value] = ownerOf(uploader);
      return (await unused.where(column, '=', value).executeTakeFirstOrThrow()).n;
    },

    async open(id) {
      const row = found(await db.q.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst());
      if (!files.has(id)) throw new AppError('not_found', { reason: 'file_missing' });
      const { name, mime, size, ticket_id, user_id } = row;
      return { name, mime, size, ticket_id, user_id, bytes: () => files.read(id) };
    },

    async listOwn(q, writer, ids) {
      if (ids.length === 0) return [];
      const rows = await q
        .selectFrom('files')
        .selectAll()
        .where('id', 'in', ids)
        .where('user_id', '=', writer.id)
        .execute();
      return rows.map(toFileRef);
    },
  };
}

/** The next files after an id that no message and no draft of a ticket uses. */
async function listUnused(q: Query, before: string, after: string | undefined): Promise<string[]> {
  let unused = q
    .selectFrom('files as f')
    .select('f.id')
    .where('f.message_id', 'is', null)
    .where('f.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket_drafts as d')
            .select('d.user_id')
            .whereRef('f.id', '=', ({ fn }) => fn.any('d.file_ids')),
        ),
      ),
    )
    .orderBy('f.id')
    .limit(1000);
  if (after !== undefined) unused = unused.where('f.id', '>', after);
  return (await unused.execute()).map(({ id }) => id);
}

/**
 * Attaches files to a message: only the uploader's own, and only once, because otherwise an id could be used to read others'
 * files.
 */
export async function attachFiles(
  q: Query,
  {
    ids,
    ticketId,
    messageId,
    uploader,
  }: { ids: readonly string[]; ticketId: number; messageId: number; uploader: FileOwner },
): Promise<void> {
  if (ids.length === 0) return;
  const [column, value] = ownerOf(uploader);
  const rows = await q
    .updateTable('files')
    .set({ ticket_id: ticketId, message_id: messageId })
    .where('id', 'in', ids)
    .where('message_id', 'is', null)
    .where(column, '=', value)
    .returning('id')
    .execute();
  if (rows.length !== new Set(ids).size)
    throw new AppError('invalid_reference', [
      { path: 'file_ids', message: 'A file is not yours, was used before, or has expired' },
    ]);
}

function ownerOf(uploader: FileOwner): ['user_id' | 'visitor_id' | 'mail_id', number] {
  if ('userId' in uploader) return ['user_id', uploader.userId];
  return 'visitorId' in uploader ? ['visitor_id', uploader.visitorId] : ['mail_id', uploader.mailId];
}
