import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileRef } from './shapes.ts';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files',
  permission: 'TICKETS:REPLY',
  orPermission: 'TICKETS:NOTE',
  summary:
    'Upload a file for a message or a note. Files that are not used within a day are deleted; their number is limited.',
  upload: true,
  perMinute: 120,
  response: z.object({ data: fileRef }),
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  permission: 'TICKETS:VIEW',
  summary: 'A file of a ticket that you may see, or one that you have just uploaded.',
  params: z.object({ id: z.uuid() }),
  response: z.unknown(),
  download: true,
});
