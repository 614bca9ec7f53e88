import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { MODULES } from '../kit/modules.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

/** The prefix of every key, by which people and secret scanners recognise a leaked one. */
export const API_KEY_START = 'tl_';
/** For how long a revoked key can be restored. */
export const API_KEY_RESTORE_SECONDS = 60;

/** Every `MODULE:ACTIVITY` that roles and keys can have. */
export const ACTIVITY_CODES: readonly string[] = MODULES.flatMap(({ code, activities }) =>
  activities.map((activity) => `${code}:${activity}`),
);
const activityCode = z.enum(ACTIVITY_CODES);

export const apiKey = z.object({
  id,
  name: z.string(),
  /** Its first characters: enough to identify it, but not to use it. */
  prefix: z.string(),
  codes: z.array(z.string()),
  /** The user in whose name it acts. It never has more permissions than they. */
  owner: z.object({ id, fullname: z.string() }),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api_keys',
  permission: 'CONFIG_APP:VIEW',
  keys: false,
  summary: 'The API keys that have not been revoked. The keys themselves are not kept.',
  /** `codes`: the permissions that the caller may give to a key. */
  response: z.object({ data: z.array(apiKey), codes: z.array(z.string()) }),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/api_keys',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Create an API key with some of your own permissions. It is shown only once.',
  body: z.strictObject({
    name: line(LIMITS.name),
    codes: z.array(activityCode).min(1).max(ACTIVITY_CODES.length),
    /** When it expires; null: never. */
    expires_at: z.iso.datetime().nullable().default(null),
  }),
  response: z.object({ data: apiKey, token: z.string() }),
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/api_keys/:id',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Revoke a key, with immediate effect.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const restoreApiKey = endpoint({
  method: 'POST',
  path: '/api/api_keys/:id/restore',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: `Restore a revoked key, within ${API_KEY_RESTORE_SECONDS} seconds.`,
  params: z.object({ id: idText }),
  response: z.object({ data: apiKey }),
});
