import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, idText, timestamp } from '../kit/shapes.ts';

/** For how many minutes an administrator can look at the workspace as another user. */
export const SEEING_MINUTES = 60;

export const seeAs = endpoint({
  method: 'POST',
  path: '/api/users/:id/see_as',
  permission: 'USERS:SEE_AS',
  keys: false,
  summary:
    'View the workspace as another user, in this session and for an hour. Meanwhile all changes are refused (`seeing_as`), and sockets are closed. Refused for users who may do or see more than you (`not_grantable`).',
  perMinute: 20,
  params: z.object({ id: idText }),
  response: z.object({ until: timestamp }),
});

export const endSeeing = endpoint({
  method: 'DELETE',
  path: '/api/user/seeing',
  permission: 'signed-in',
  keys: false,
  summary: 'Stop viewing as another user.',
  whileSeeing: true,
  whileRestricted: true,
  response: okResponse,
});
