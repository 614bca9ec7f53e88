import { Readable } from 'node:stream';
import { LIMITS } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { MailPart, Tickets } from '#modules/tickets';
import { deterministicUuid } from './dedupe-key.ts';
import { ownAddresses, type MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { MailParser } from '../parsing/mail-parser.ts';
import type { ReceivedMailRow } from './received-store.ts';
import type { ReadOptions, MailHeaders, MailFile, MailContent } from '../parsing/mail-content.ts';

type Deps = Pick<Platform, 'files'> & {
  tickets: Pick<Tickets, 'files'>;
  apart: MailParser;
};
type Mailbox = Pick<MailboxRow, 'address' | 'group_addresses' | 'authserv_id'>;
type Row = Pick<ReceivedMailRow, 'id' | 'file_id' | 'arrived_at' | 'is_partial'>;

/** A parsed mail whose files are stored, ready to be put on a ticket. */
export type ReadMail = Omit<MailContent, 'html' | 'cids' | 'longText' | 'isCutShort'> & {
  htmlFileId: string | null;
  parts: MailPart[];
  /** File ids by the Content-ID that the HTML refers to. */
  inline: Record<string, string>;
};

const askedOf = (row: Row, mailbox: Mailbox): ReadOptions => ({
  own: ownAddresses(mailbox),
  authservId: mailbox.authserv_id,
  arrivedAt: row.arrived_at,
  isPartial: row.is_partial,
});

/** Parses stored mails. Throws `UnreadableMail`, or `ResourceLimitError` if it takes too long. */
export type MailReader = {
  /** Stores the attachments, invisible until a message refers to them. */
  read(row: Row, mailbox: Mailbox): Promise<ReadMail>;
  /** The headers of a mail whose body cannot be parsed. */
  head(row: Row, mailbox: Mailbox): Promise<MailHeaders>;
  /** Removes the bytes of files of a mail that is not put on a ticket. */
  forget(mail: Pick<ReadMail, 'parts' | 'htmlFileId'>): Promise<void>;
};

/** Parses a stored mail and stores its files, which stay invisible until a message refers to them. */
export function createMailReader({ files, tickets, apart }: Deps): MailReader {
  async function read(row: Row, mailbox: Mailbox): Promise<ReadMail> {
    const parts: MailPart[] = [];
    const ids = new Map<string, string>();
    async function storeFile(file: Omit<MailFile, 'cid'>): Promise<string> {
      const id = deterministicUuid('file', row.id, file.index);
      parts.push(await tickets.files.keepPart({ id, mailId: row.id, upload: file }, LIMITS.mailBytes));
      return id;
    }

    const asked = askedOf(row, mailbox);
    const path = files.path(row.file_id);
    const { html, cids, longText, isCutShort, ...words } = await apart.words(
      { path, asked },
      async (file) => {
        const id = await storeFile(file);
        if (file.cid) ids.set(file.cid, id);
      },
    );
    if (longText !== null)
      await storeFile({ index: 0, name: 'message.txt', mime: 'text/plain', bytes: bytesOf(longText) });
    // Anything omitted is still in the original.
    if (isCutShort)
      await storeFile({
        index: -1,
        name: 'original.eml',
        mime: 'message/rfc822',
        bytes: files.read(row.file_id),
      });
    return {
      ...words,
      htmlFileId: html ? await keepHtml(row.id, html) : null,
      parts,
      inline: Object.fromEntries([...ids].filter(([cid]) => cids.has(cid))),
    };
  }

  /** Deletes the stored attachments of a mail that is put on no ticket. */
  async function forget({ parts, htmlFileId }: Pick<ReadMail, 'parts' | 'htmlFileId'>): Promise<void> {
    for (const { id } of parts) await files.remove(id);
    if (htmlFileId) await files.remove(htmlFileId);
  }

  async function keepHtml(mailId: number, html: string): Promise<string> {
    const id = deterministicUuid('html', mailId);
    await files.put(id, bytesOf(html), LIMITS.mailBytes * 2);
    return id;
  }

  return {
    read,

    head: (row, mailbox) => apart.head({ path: files.path(row.file_id), asked: askedOf(row, mailbox) }),

    forget,
  };
}

const bytesOf = (text: string): Readable => Readable.from([Buffer.from(text)]);
