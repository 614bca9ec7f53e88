import type { BodyOf, createWallLink, readWall, ResponseOf, WallLink } from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { FloorService } from '../floor/floor-service.ts';
import { wallFigures } from './wall-figures.ts';
import * as store from './wall-store.ts';

/** Links to figures for a screen on the wall, which needs no account. */
export type Walls = {
  list(): Promise<WallLink[]>;
  /** The token is told once. */
  create(viewer: Viewer, body: BodyOf<typeof createWallLink>): Promise<{ data: WallLink; token: string }>;
  revoke(viewer: Viewer, id: number): Promise<void>;
  /** What whoever made it may see now. `not_found`: it has ended, with their right or account too, or never was. */
  read(token: string): Promise<ResponseOf<typeof readWall>['data']>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  auth: Pick<Auth, 'viewerOf'>;
  settings: Pick<Settings, 'audit'>;
  floor: Pick<FloorService, 'boardFor'>;
};

const USED_EVERY_MS = 60_000;

export function createWalls({ db, clock, secrets, auth, settings, floor }: Deps): Walls {
  const note = (tx: Tx, viewer: Viewer | null, action: string, link: { id: number; details: object }) =>
    settings.audit(tx.q, { viewer, action, subject: `wall ${link.id}`, details: link.details });

  return {
    list: () => store.listLinks(db.q),

    async create(viewer, { name, tiles }) {
      const token = secrets.issueToken();
      const link = { name, tiles: [...new Set(tiles)], made_by: viewer.id, created_at: clock.now() };
      const data = await db.transaction(async (tx) => {
        const id = await store.insertLink(tx.q, { ...link, token_hash: hashToken(token) });
        await note(tx, viewer, 'wall.created', { id, details: { name, tiles: link.tiles } });
        return found((await store.listLinks(tx.q, id))[0]);
      });
      return { data, token };
    },

    revoke: (viewer, id) =>
      db.transaction(async (tx) => {
        const { name } = found(await store.revokeLink(tx.q, id, clock.now()));
        await note(tx, viewer, 'wall.revoked', { id, details: { name } });
      }),

    async read(token) {
      const link = found(await store.findByToken(db.q, hashToken(token)));
      const now = clock.now();
      const maker = await auth.viewerOf(link.made_by);
      if (!maker || !allows(maker, 'MONITORING:CONTROL')) {
        // It does not come back with the right.
        await store.revokeLink(db.q, link.id, now);
        throw new AppError('not_found');
      }
      if (now.getTime() - Date.parse(link.last_used_at ?? '1970-01-01') > USED_EVERY_MS)
        await store.markUsed(db.q, link.id, now);
      const board = await floor.boardFor(maker);
      return { at: board.at, name: link.name, figures: wallFigures(board, link.tiles) };
    },
  };
}
