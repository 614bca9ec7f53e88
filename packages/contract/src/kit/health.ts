import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  permission: 'public',
  summary: 'The process is alive.',
  response: z.object({ ok: z.literal(true) }),
});

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  permission: 'public',
  summary: 'The database answers and jobs run.',
  response: z.object({ ok: z.literal(true), database: z.literal(true), jobs: z.literal(true) }),
});
