import {
  ACTIVITY_CODES,
  ENDPOINTS,
  MODULES,
  socketRequests,
  splitActivities,
  type BodyOf,
  type copyLevel,
  type createLevel,
  type Level,
  type levelContent,
  type listLevels,
  type ResponseOf,
  type updateLevel,
} from '@trunkline/contract';
import type { z } from 'zod';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import * as store from './level-store.ts';
import {
  demandAdministrator,
  demandGrantable,
  grantablePermissionsOf,
  emitRightsChanged,
  holdsAllPermissions,
} from './rights.ts';
import { permissionCodesOf } from './viewer.ts';

/** Permissions that have an effect in this version; others cannot be chosen. */
const OPENS = ACTIVITY_CODES.filter(
  (code) =>
    [...ENDPOINTS.values()].some(({ permission, orPermission }) =>
      [permission, orPermission].includes(code as never),
    ) || Object.values(socketRequests).some(({ permission }) => permission === code),
);

/** The permissions and visibility of a role. */
type LevelAccess = Pick<Level, 'visibility' | 'modules'>;
type Content = Pick<Level, 'name' | 'visibility' | 'modules' | 'second_factor' | 'sign_in_rule'>;

/**
 * The roles of the workspace. @throws AppError `not_grantable`: nobody can grant more than they hold, or change how a role signs
 * in, or a role that may manage users, that allows more than theirs; `duplicate`: names must be unique; `last_administrator`:
 * somebody must remain who can manage users
 */
export type Levels = {
  /** With what this user may grant. */
  list(viewer: Viewer): Promise<ResponseOf<typeof listLevels>>;
  get(id: number): Promise<Level>;
  create(viewer: Viewer, body: BodyOf<typeof createLevel>): Promise<Level>;
  copy(viewer: Viewer, id: number, body: BodyOf<typeof copyLevel>): Promise<Level>;
  /** @throws AppError `stale` where the version is not the latest */
  change(viewer: Viewer, id: number, body: BodyOf<typeof updateLevel>): Promise<Level>;
  /** @throws AppError `in_use` where a user has it */
  remove(viewer: Viewer, id: number): Promise<void>;
  /** Changes the role of this name, or creates one, within a transaction. */
  importLevel(
    tx: Tx,
    viewer: Viewer,
    content: z.infer<typeof levelContent>,
  ): Promise<'created' | 'changed' | 'unchanged'>;
};

/** See `Levels`. */
export function createLevels({ db, settings }: Pick<Platform, 'db'> & { settings: Settings }): Levels {
  async function read(q: Query, id: number): Promise<Level> {
    const [level] = await store.listLevels(q, id);
    return found(level);
  }

  async function demandFreeName(q: Query, name: string, own?: number): Promise<void> {
    const other = await store.findByName(q, name);
    if (other && other.id !== own) throw new AppError('duplicate', [{ path: 'name', message: 'Taken' }]);
  }

  async function auditChange(tx: Tx, viewer: Viewer, { before, after }: { before?: Level; after?: Level }) {
    const verb = !before ? 'created' : after ? 'changed' : 'removed';
    await settings.audit(tx.q, {
      viewer,
      action: `level.${verb}`,
      subject: `level ${(after ?? before)?.id ?? 0}`,
      details: { before: before && contentOf(before), after: after && contentOf(after) },
    });
    tx.emit('settings-changed', { part: 'level' }, ['everyone']);
  }

  /** Refused if a change takes the last way in of those who hold all permissions. */
  async function demandStillAdministered(tx: Tx, before: Level, after: Level): Promise<void> {
    if (!mayAdminister(before)) return;
    const isClosed = before.sign_in_rule === 'any' && after.sign_in_rule === 'provider';
    const stays = !isClosed && mayAdminister(after) && (await holdsAllPermissions(tx.q, allOf(after)));
    if (!stays) await demandAdministrator(tx, before.people.active > 0 ? [allOf(before)] : []);
  }

  async function insert(tx: Tx, viewer: Viewer, content: Content): Promise<Level> {
    const { name, visibility, modules, second_factor, sign_in_rule } = content;
    await demandFreeName(tx.q, name);
    await demandGrantable(tx.q, viewer, allOf(content));
    const id = await store.insertLevel(tx.q, { name, visibility, second_factor, sign_in_rule });
    await store.replaceModules(tx.q, id, ordered(modules));
    const after = await read(tx.q, id);
    await auditChange(tx, viewer, { after });
    return after;
  }

  async function changeIn(
    tx: Tx,
    viewer: Viewer,
    id: number,
    body: BodyOf<typeof updateLevel>,
  ): Promise<Level> {
    found(await store.lockLevel(tx.q, id));
    const before = await read(tx.q, id);
    const {
      version,
      name = before.name,
      visibility = before.visibility,
      modules = before.modules,
      second_factor = before.second_factor,
      sign_in_rule = before.sign_in_rule,
    } = body;
    if (before.version !== version) throw new AppError('stale', { current: before });
    await demandFreeName(tx.q, name, id);
    const isSignIn = second_factor !== before.second_factor || sign_in_rule !== before.sign_in_rule;
    if (mayAdminister(before) || isSignIn) await demandGrantable(tx.q, viewer, allOf(before));
    await demandGrantable(tx.q, viewer, added(before, { visibility, modules }));
    await store.updateLevel(tx.q, id, { name, visibility, second_factor, sign_in_rule });
    if (body.modules) await store.replaceModules(tx.q, id, ordered(modules));
    const after = await read(tx.q, id);
    await auditChange(tx, viewer, { before, after });
    emitRightsChanged(tx, { levelId: id });
    await demandStillAdministered(tx, before, after);
    return after;
  }

  return {
    list: async (viewer) => {
      const { codes, visibility } = await grantablePermissionsOf(db.q, viewer);
      const grantable = { codes: codes.filter((code) => OPENS.includes(code)), visibility };
      return { data: await store.listLevels(db.q, null), codes: OPENS, grantable };
    },
    get: (id) => read(db.q, id),

    create: (viewer, body) => db.transaction((tx) => insert(tx, viewer, body)),

    copy: (viewer, id, { name }) =>
      db.transaction(async (tx) => {
        found(await store.lockLevel(tx.q, id));
        return insert(tx, viewer, { ...(await read(tx.q, id)), name });
      }),

    async importLevel(tx, viewer, given) {
      const content = { ...given, modules: ordered(given.modules) };
      const known = await store.findByName(tx.q, content.name);
      if (!known) {
        await insert(tx, viewer, content);
        return 'created';
      }
      const before = await read(tx.q, known.id);
      if (opensTheSame(before, content)) return 'unchanged';
      await changeIn(tx, viewer, known.id, { ...given, version: before.version });
      return 'changed';
    },

    change: (viewer, id, body) => db.transaction((tx) => changeIn(tx, viewer, id, body)),

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        found(await store.lockLevel(tx.q, id));
        const before = await read(tx.q, id);
        if (before.people.all > 0) throw new AppError('in_use', { reason: 'role_in_use', ...before.people });
        await store.removeLevel(tx.q, id);
        await auditChange(tx, viewer, { before });
      }),
  };
}

const contentOf = ({ name, visibility, modules, second_factor, sign_in_rule }: Content) => ({
  name,
  visibility,
  modules,
  second_factor,
  sign_in_rule,
});
/** Whether two roles allow the same, apart from their names. */
const opensTheSame = (one: Content, other: Content): boolean => openedBy(one) === openedBy(other);
const openedBy = ({ visibility, second_factor, sign_in_rule, modules }: Content): string =>
  JSON.stringify([
    visibility,
    second_factor,
    sign_in_rule,
    ordered(modules).map((one) => [one.module_code, one.module_activity_code, one.is_active]),
  ]);

const mayAdminister = (level: Pick<Level, 'modules'>): boolean => permissionCodesOf(level).has('USERS:EDIT');

const allOf = (level: LevelAccess) => ({ codes: permissionCodesOf(level), visibility: level.visibility });

/** What a change would grant in addition. */
function added(before: LevelAccess, after: LevelAccess) {
  const had = permissionCodesOf(before);
  const codes = [...permissionCodesOf(after)].filter((code) => !had.has(code));
  return { codes, ...(after.visibility !== before.visibility && { visibility: after.visibility }) };
}

/** In the order of the menu, so that equal roles have equal rows. */
function ordered(modules: Content['modules']): Content['modules'] {
  return MODULES.flatMap(({ code, activities }) => {
    const row = modules.find((each) => each.module_code === code);
    if (!row) return [];
    const given = new Set(splitActivities(row.module_activity_code));
    return [{ ...row, module_activity_code: activities.filter((each) => given.has(each)).join(',') }];
  });
}
