import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LOGO_LIMITS, type Branding } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { insertAudit } from '#platform/audit';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { pictureIn } from './picture.ts';
import * as store from './store.ts';

/** The organisation's logo, which everybody sees, also before signing in. */
export type Logo = {
  branding(): Promise<Branding>;
  /** @throws AppError `not_found` for a version that is not the current one */
  read(version: string): Promise<{ type: string; content: Buffer }>;
  /** @throws AppError `unsupported_type` where the content is neither PNG nor WebP; also refused where it is too large */
  upload(viewer: Viewer, bytes: Readable): Promise<Branding>;
  remove(viewer: Viewer): Promise<Branding>;
};

type Deps = Pick<Platform, 'db' | 'notices'> & { branding: () => Promise<Branding> };

export const logoAddress = (version: string): string => `/api/branding/logo/${version}`;

export function createLogo({ db, notices, branding }: Deps): Logo {
  async function recordChange(
    tx: Tx,
    viewer: Viewer,
    action: 'logo.changed' | 'logo.removed',
    details: object,
  ) {
    await insertAudit(tx.q, { viewer, action, subject: 'logo', details });
    tx.emit('settings-changed', { part: 'app' }, ['everyone']);
    tx.afterCommit(() => notices.send('app-config', null));
  }

  return {
    branding,
    read: async (version) => found(await store.findLogo(db.q, version)),

    async upload(viewer, bytes) {
      const content = await small(bytes);
      const picture = pictureIn(content);
      if (!picture) throw new AppError('unsupported_type', { reason: 'logo_kind' });
      const { type, width, height } = picture;
      if (Math.max(width, height) > LOGO_LIMITS.side)
        throw new AppError('too_large', { reason: 'logo_side', max: LOGO_LIMITS.side });
      const version = createHash('sha256').update(content).digest('hex').slice(0, 32);
      await db.transaction(async (tx) => {
        await store.writeLogo(tx.q, { version, type, content });
        await recordChange(tx, viewer, 'logo.changed', {
          after: { type, width, height, bytes: content.length },
        });
      });
      return branding();
    },

    async remove(viewer) {
      await db.transaction(async (tx) => {
        if (await store.removeLogo(tx.q)) await recordChange(tx, viewer, 'logo.removed', {});
      });
      return branding();
    },
  };
}

/** Reads at most the allowed size. */
async function small(bytes: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LOGO_LIMITS.bytes)
      throw new AppError('too_large', { reason: 'logo_bytes', max_bytes: LOGO_LIMITS.bytes });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
