import type { BodyOf, createWallLink, WallLink, WallTile } from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import * as store from './wall-store.ts';

/** Links for wall screens, which need no account. */
export type Walls = {
  list(): Promise<WallLink[]>;
  /** The token is only returned here. */
  create(viewer: Viewer, body: BodyOf<typeof createWallLink>): Promise<{ data: WallLink; token: string }>;
  revoke(viewer: Viewer, id: number): Promise<void>;
  /**
   * The link of a token, with its creator's current permissions. @throws AppError `not_found` where it is revoked or unknown
   */
  open(token: string): Promise<OpenWall>;
  /**
   * The same for an open link; undefined where it is revoked. A link is revoked for good when its creator loses the permission
   * or account.
   */
  renew(id: number): Promise<OpenWall | undefined>;
};

export type OpenWall = { id: number; name: string; tiles: readonly WallTile[]; maker: Viewer };

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'notices'> & {
  auth: Pick<Auth, 'viewerOf'>;
  settings: Pick<Settings, 'audit'>;
};

const USED_EVERY_MS = 60_000;

export function createWalls({ db, clock, secrets, notices, auth, settings }: Deps): Walls {
  const audit = (tx: Tx, viewer: Viewer | null, action: string, link: { id: number; details: object }) =>
    settings.audit(tx.q, { viewer, action, subject: `wall ${link.id}`, details: link.details });

  async function opened(link: store.StoredLink | undefined): Promise<OpenWall | undefined> {
    if (!link) return undefined;
    const now = clock.now();
    const maker = await auth.viewerOf(link.made_by);
    if (!maker || !allows(maker, 'MONITORING:CONTROL')) {
      // It stays revoked, even if the creator gets the permission back.
      await store.revokeLink(db.q, link.id, now);
      return undefined;
    }
    if (now.getTime() - Date.parse(link.last_used_at ?? '1970-01-01') > USED_EVERY_MS)
      await store.markUsed(db.q, link.id, now);
    return { id: link.id, name: link.name, tiles: link.tiles, maker };
  }

  return {
    list: () => store.listLinks(db.q),

    async create(viewer, { name, tiles }) {
      const token = secrets.issueToken();
      const link = { name, tiles: [...new Set(tiles)], made_by: viewer.id, created_at: clock.now() };
      const data = await db.transaction(async (tx) => {
        const id = await store.insertLink(tx.q, { ...link, token_hash: hashToken(token) });
        await audit(tx, viewer, 'wall.created', { id, details: { name, tiles: link.tiles } });
        return found((await store.listLinks(tx.q, id))[0]);
      });
      return { data, token };
    },

    revoke: (viewer, id) =>
      db.transaction(async (tx) => {
        const { name } = found(await store.revokeLink(tx.q, id, clock.now()));
        await audit(tx, viewer, 'wall.revoked', { id, details: { name } });
        tx.afterCommit(() => notices.send('wall-revoked', { id }));
      }),

    open: async (token) => found(await opened(await store.findLink(db.q, { tokenHash: hashToken(token) }))),
    renew: async (id) => opened(await store.findLink(db.q, { id })),
  };
}
