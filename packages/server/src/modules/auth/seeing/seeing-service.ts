import { SEEING_MINUTES } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { emitRightsChanged } from '../rights.ts';
import { setSeeing } from '../store.ts';
import type { Viewers } from '../viewer.ts';
import { coversAll } from './seeing.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Pick<Settings, 'audit'>;
  viewers: Pick<Viewers, 'viewerOf'>;
};

/** Looking at the workspace as another user, without being able to change anything. */
export type Seeing = {
  /**
   * Returns until when. @throws AppError `not_found`: no active user; `conflict`: oneself; `not_grantable`: they hold
   * permissions or see tickets that the viewer does not
   */
  begin(viewer: Viewer, userId: number): Promise<{ until: string }>;
  end(viewer: Viewer): Promise<void>;
};

export function createSeeing({ db, clock, settings, viewers }: Deps): Seeing {
  return {
    begin: async (viewer, userId) => {
      if (userId === viewer.id) throw new AppError('conflict');
      const other = found(await viewers.viewerOf(userId));
      if (!coversAll(viewer, other)) throw new AppError('not_grantable');
      const until = new Date(clock.now().getTime() + SEEING_MINUTES * 60_000);
      await db.transaction(async (tx) => {
        await setSeeing(tx.q, viewer.sessionId, { seen_id: userId, seen_until: until });
        const [action, subject] = ['user.seen_as', `user ${userId}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { until: until.toISOString() } });
        // Their sockets are updated, and those of this session closed.
        emitRightsChanged(tx, { userId: viewer.id });
      });
      return { until: until.toISOString() };
    },

    end: (viewer) =>
      db.transaction(async (tx) => {
        await setSeeing(tx.q, viewer.sessionId, { seen_id: null, seen_until: null });
        if (!viewer.seenBy) return;
        const [action, subject] = ['user.seen_as_ended', `user ${viewer.id}`];
        await settings.audit(tx.q, { viewer, action, subject });
      }),
  };
}
