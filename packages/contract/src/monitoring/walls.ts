import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

/** The figures that a wall screen can show. */
export const WALL_TILES = [
  'menu',
  'callers',
  'longest',
  'talking',
  'level',
  'level_today',
  'messages',
  'oldest',
  'ready',
  'in_call',
  'on_break',
] as const;
export type WallTile = (typeof WALL_TILES)[number];
export const WALL_NAME_MAX = 60;
/** The socket namespace of wall screens, with `auth: { token }`. */
export const WALL_NAMESPACE = '/wall-screens';
/** How many screens can show the same link at a time. */
export const WALL_SCREENS_MAX = 20;

/** The levels of alerts. */
const WALL_LEVELS = ['warn', 'alarm'] as const;

const tiles = z.array(z.enum(WALL_TILES)).min(1).max(WALL_TILES.length);

const wallLink = z.object({
  id,
  name: z.string(),
  tiles,
  made_by: z.object({ id, name: z.string() }),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type WallLink = z.infer<typeof wallLink>;

export const listWallLinks = endpoint({
  method: 'GET',
  path: '/api/monitoring/walls',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'The valid links to wall screens.',
  response: z.object({ data: z.array(wallLink) }),
});

export const createWallLink = endpoint({
  method: 'POST',
  path: '/api/monitoring/walls',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary:
    'Create a read-only link to figures for a big screen. It shows what you may see, and stops working for good when you lose the permission or your account. The token is shown only once.',
  body: z.strictObject({ name: line(WALL_NAME_MAX), tiles }),
  response: z.object({ data: wallLink, token: z.string() }),
});

export const revokeWallLink = endpoint({
  method: 'DELETE',
  path: '/api/monitoring/walls/:id',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'Revoke a link to a wall screen.',
  params: z.object({ id: idText }),
  response: okResponse,
});

const wallFigure = z.object({
  tile: z.enum(WALL_TILES),
  /** A number or a percentage; null: nothing to compute it from, or the figure is a time. */
  value: z.number().int().nullable(),
  /** For a time: since when; null: nobody waits. */
  since: timestamp.nullable(),
  /** The level of the worst alert that colours it. */
  level: z.enum(WALL_LEVELS).nullable(),
});
export type WallFigure = z.infer<typeof wallFigure>;

/** Contains no names of customers or users. */
export const wallState = z.object({
  at: timestamp,
  name: z.string(),
  figures: z.array(wallFigure),
  alerts: z.array(
    z.object({
      id,
      name: z.string(),
      level: z.enum(WALL_LEVELS),
      since: timestamp,
      is_acknowledged: z.boolean(),
    }),
  ),
});
export type WallState = z.infer<typeof wallState>;

/**
 * Sent to a wall screen: everything when it connects, also after a reconnect, then on every change, at most twice a second, and
 * every few seconds without changes. `wall-over`: the link has expired, and the connection is closed.
 */
export const wallEvents = { 'wall-state': wallState, 'wall-over': z.object({}) };
