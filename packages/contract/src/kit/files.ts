import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileRef } from './shapes.ts';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files',
  permission: 'TICKETS:REPLY',
  orPermission: 'TICKETS:NOTE',
  summary:
    'Store a file for a message or a note. One that none names within a day is removed; so many may wait for that.',
  upload: true,
  perMinute: 120,
  response: z.object({ data: fileRef }),
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  permission: 'TICKETS:VIEW',
  summary: 'A file of a ticket that you may see, or one that you have just stored.',
  params: z.object({ id: z.uuid() }),
  response: z.unknown(),
  download: true,
});
