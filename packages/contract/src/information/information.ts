import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { cursor, okResponse, fileRef, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/** `current`: shown to everybody now. The others are only visible to editors. */
export const POST_STATES = ['current', 'planned', 'ended'] as const;
export type PostPhase = (typeof POST_STATES)[number];

export const informationPost = z.object({
  id,
  version: z.number().int(),
  title: z.string(),
  /** The text without formatting. */
  body: z.string(),
  /** Sanitised HTML with paragraphs, lists, quotes, code and links. Empty: there is only plain text. */
  html: z.string(),
  attachments: z.array(fileRef),
  category_id: id,
  category: z.string(),
  /** Whether everybody must confirm that they have read it. */
  must_read: z.boolean(),
  starts_at: timestamp,
  /** Null: until it is removed. */
  ends_at: timestamp.nullable(),
  author: z.string(),
  updated_at: timestamp,
  state: z.enum(POST_STATES),
  /** When the reader confirmed it. */
  read_at: timestamp.nullable(),
});
export type InformationPost = z.infer<typeof informationPost>;

/** HTML with more elements takes a parser too long. */
const ELEMENTS_MAX = 5000;
const countOf = (html: string): number => html.split('<').length - 1;

const given = {
  title: line(LIMITS.subject),
  body: text(LIMITS.body).refine((body) => body.trim() !== ''),
  /** The formatted text; `body` is derived from it. */
  html: text(LIMITS.body * 4).refine((html) => countOf(html) <= ELEMENTS_MAX),
  /** Uploaded files in their order; these replace all files of the post. */
  file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage),
  category_id: id,
  must_read: z.boolean(),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
};
const byId = z.object({ id: idText });
const one = z.object({ data: informationPost });

export const listInformation = endpoint({
  method: 'GET',
  path: '/api/information',
  permission: 'INFORMATION:VIEW',
  summary:
    'The posts: those that must be read and are unread first, then the newest. Without the permission to edit, only current ones.',
  query: z.strictObject({
    q: z.string().max(LIMITS.search).optional(),
    category: idText.optional(),
    state: z.enum(POST_STATES).default('current'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(30),
  }),
  response: z.object({
    data: z.array(informationPost),
    next: cursor.nullable(),
    /** How many current posts the caller has not confirmed yet. */
    unread: z.number().int(),
  }),
});

export const createInformation = endpoint({
  method: 'POST',
  path: '/api/information',
  permission: 'INFORMATION:EDIT',
  summary: 'Publish a post: now, or from `starts_at` on.',
  body: z.strictObject({
    ...given,
    html: given.html.default(''),
    file_ids: given.file_ids.default([]),
  }),
  response: one,
});

export const updateInformation = endpoint({
  method: 'PATCH',
  path: '/api/information/:id',
  permission: 'INFORMATION:EDIT',
  summary:
    'Change a post. A stale version is refused. With `read_again`, everyone is asked to read it again.',
  params: byId,
  body: z.strictObject({
    version: z.number().int(),
    ...z.object(given).partial().shape,
    read_again: z.boolean().default(false),
  }),
  response: one,
});

export const removeInformation = endpoint({
  method: 'DELETE',
  path: '/api/information/:id',
  permission: 'INFORMATION:EDIT',
  summary: 'Delete a post, with the record of who has read it.',
  params: byId,
  response: okResponse,
});

export const readInformation = endpoint({
  method: 'PUT',
  path: '/api/information/:id/read',
  permission: 'INFORMATION:VIEW',
  summary: 'Mark a post as read, in this version.',
  params: byId,
  body: z.strictObject({ version: z.number().int() }),
  response: one,
});

export const listInformationReaders = endpoint({
  method: 'GET',
  path: '/api/information/:id/readers',
  permission: 'INFORMATION:EDIT',
  summary: 'Who has read a post, and who has not.',
  params: byId,
  response: z.object({
    data: z.array(z.object({ id, fullname: z.string(), read_at: timestamp.nullable() })),
  }),
});

export const informationFileUrl = (id: string): string => `/api/information/files/${id}`;

export const uploadInformationFile = endpoint({
  method: 'POST',
  path: '/api/information/files',
  permission: 'INFORMATION:EDIT',
  summary:
    'Upload a file for a post. Files that are not used within a day are deleted; their number is limited.',
  upload: true,
  perMinute: 60,
  response: z.object({ data: fileRef }),
});

export const downloadInformationFile = endpoint({
  method: 'GET',
  path: '/api/information/files/:id',
  permission: 'INFORMATION:VIEW',
  summary: 'A file of a post that you may see, or one that you have just uploaded.',
  params: z.object({ id: z.uuid() }),
  response: z.unknown(),
  download: true,
});
