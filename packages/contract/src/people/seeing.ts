import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { done, idText, timestamp } from '../kit/shapes.ts';

/** For how many minutes an administrator can look at the workspace as another user. */
export const SEEING_MINUTES = 60;

export const seeAs = endpoint({
  method: 'POST',
  path: '/api/users/:id/see_as',
  permission: 'USERS:SEE_AS',
  keys: false,
  summary:
    'See the workspace as somebody else does, in this session and for an hour. Whatever would change something is refused meanwhile (`seeing_as`), and sockets are closed. Refused for whoever may do or see more than you (`not_grantable`).',
  perMinute: 20,
  params: z.object({ id: idText }),
  response: z.object({ until: timestamp }),
});

export const endSeeing = endpoint({
  method: 'DELETE',
  path: '/api/user/seeing',
  permission: 'signed-in',
  keys: false,
  summary: 'Be yourself again.',
  whileSeeing: true,
  whileRestricted: true,
  response: done,
});
