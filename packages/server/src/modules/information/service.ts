import {
  LIMITS,
  type BodyOf,
  type createInformation,
  type InformationPost,
  type listInformation,
  type listInformationReaders,
  type QueryOf,
  type ResponseOf,
  type updateInformation,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { createPostFiles, type PostFiles } from './file-service.ts';
import { cleanPost } from './post-html.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'files' | 'jobs'> & { settings: Settings; auth: Auth };
type New = BodyOf<typeof createInformation>;
type Change = BodyOf<typeof updateInformation>;

type Readers = ResponseOf<typeof listInformationReaders>['data'];

export type Information = {
  /** Current posts; editors also see planned and ended ones. */
  list(viewer: Viewer, query: QueryOf<typeof listInformation>): Promise<ResponseOf<typeof listInformation>>;
  create(viewer: Viewer, post: New): Promise<InformationPost>;
  /** @throws AppError `stale` where the version is not the latest */
  update(viewer: Viewer, id: number, change: Change): Promise<InformationPost>;
  remove(viewer: Viewer, id: number): Promise<void>;
  /** @throws AppError `stale` where the post has changed since it was read */
  confirm(viewer: Viewer, id: number, version: number): Promise<InformationPost>;
  readers(viewer: Viewer, id: number): Promise<Readers>;
  storeFile: PostFiles['store'];
  openFile(viewer: Viewer, id: string): ReturnType<PostFiles['open']>;
};

/** The information board: posts for all users, and who has confirmed reading them. */
export function createInformationBoard({ db, clock, settings, auth, ...platform }: Deps): Information {
  const postFiles = createPostFiles({ db, clock, ...platform });
  const readerOf = ({ id }: Viewer): store.PostReader => ({ userId: id, now: clock.now() });

  /** Planned and ended posts only exist for editors. */
  async function read(q: Query, viewer: Viewer, id: number): Promise<InformationPost> {
    const post = found(await store.findPost(q, readerOf(viewer), id));
    if (post.state !== 'current' && !allows(viewer, 'INFORMATION:EDIT')) throw new AppError('not_found');
    return post;
  }

  async function demandSound(
    tx: Tx,
    {
      category_id: category,
      starts_at: from,
      ends_at: to,
    }: Pick<New, 'category_id' | 'starts_at' | 'ends_at'>,
  ): Promise<void> {
    await settings.demandKnown(tx.q, { information_categories: category });
    if (from !== null && to !== null && to <= from)
      throw new AppError('invalid', [{ path: 'ends_at', message: 'Must be after the start' }]);
  }

  /** Derives the plain text from the HTML. */
  function written<T extends { html?: string | undefined; body?: string | undefined }>(given: T): T {
    // Plain text replaces earlier HTML.
    if (!given.html) return given.body === undefined ? given : { ...given, html: '' };
    const clean = cleanPost(given.html);
    if (clean.body === '' || clean.body.length > LIMITS.body)
      throw new AppError('invalid', [{ path: 'html', message: 'Must contain text, up to the limit' }]);
    return { ...given, ...clean };
  }

  /** Audits a change, and has all screens fetch the board again. */
  async function wrote(tx: Tx, viewer: Viewer, entry: { action: string; id: number }): Promise<void> {
    const subject = `information ${entry.id}`;
    await settings.audit(tx.q, { viewer, action: `information.${entry.action}`, subject });
    tx.emit('settings-changed', { part: 'information' }, ['everyone']);
  }

  return {
    async list(viewer, { cursor, limit, ...wanted }) {
      const state = allows(viewer, 'INFORMATION:EDIT') ? wanted.state : 'current';
      const reader = readerOf(viewer);
      const after = readCursor(cursor);
      const rows = await store.listPosts(db.q, reader, { ...wanted, state, limit, after });
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return {
        data: data.map(withoutKey),
        next: rows.length > limit && last ? writeCursor({ key: last.sort_key, id: last.id }) : null,
        unread: await store.countUnread(db.q, reader),
      };
    },

    create: (viewer, post) =>
      db.transaction(async (tx) => {
        await demandSound(tx, post);
        const now = clock.now();
        const starts = post.starts_at ?? now;
        const { file_ids: ids, ...fields } = written(post);
        const row = { ...fields, starts_at: starts, author_id: viewer.id, updated_at: now };
        const id = await store.insertPost(tx.q, row);
        await postFiles.attach(tx.q, id, { ids, userId: viewer.id });
        await wrote(tx, viewer, { action: 'created', id });
        return read(tx.q, viewer, id);
      }),

    update: (viewer, id, change) =>
      db.transaction(async (tx) => {
        const {
          version,
          read_again: readAgain,
          starts_at: starts,
          file_ids: ids,
          ...fields
        } = written(change);
        const before = await read(tx.q, viewer, id);
        await demandSound(tx, { ...before, ...change, starts_at: starts ?? before.starts_at });
        const row = { ...fields, ...(starts && { starts_at: starts }), updated_at: clock.now() };
        if (!(await store.updatePost(tx.q, { id, version }, row)))
          throw new AppError('stale', { current: before });
        if (ids) await postFiles.attach(tx.q, id, { ids, userId: viewer.id });
        if (readAgain) await store.removeReads(tx.q, id);
        await wrote(tx, viewer, { action: 'changed', id });
        return read(tx.q, viewer, id);
      }),

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        if (!(await store.removePost(tx.q, id))) throw new AppError('not_found');
        await wrote(tx, viewer, { action: 'removed', id });
      }),

    confirm: (viewer, id, version) =>
      db.transaction(async (tx) => {
        const post = await read(tx.q, viewer, id);
        if (post.version !== version) throw new AppError('stale', { current: post });
        await store.insertRead(tx.q, id, readerOf(viewer));
        return read(tx.q, viewer, id);
      }),

    storeFile: postFiles.store,
    openFile: (viewer, id) => postFiles.open(viewer, id, (postId) => read(db.q, viewer, postId)),

    async readers(viewer, id) {
      await db.transaction((tx) => read(tx.q, viewer, id));
      const reads = await store.listReadTimes(db.q, id);
      const people = await auth.listWith('INFORMATION:VIEW');
      return people.map((person) => ({ ...person, read_at: reads.get(person.id) ?? null }));
    },
  };
}

function withoutKey(placed: store.PlacedPost): InformationPost {
  const { sort_key: _, ...post } = placed;
  return post;
}
