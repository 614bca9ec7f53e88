import { API_KEY_START, type UserLevel } from '@trunkline/contract';
import { demandNotSeeingAs, type Access, type Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import * as keys from './key-store.ts';
import { coversAll } from './seeing/seeing.ts';
import * as store from './store.ts';

const TOUCH_EVERY_MS = 60_000;
const SOCKET_TOKEN_MS = 5 * 60_000;

/** `isStrict`: requires a second factor. */
type Level = {
  version: number;
  codes: ReadonlySet<string>;
  visibility: Viewer['visibility'];
  isStrict: boolean;
};
type SessionRow = NonNullable<Awaited<ReturnType<typeof store.findSession>>>;

/** Identifies the holder of a token, with their current permissions. */
export type Viewers = Pick<Access, 'viewer' | 'socketViewer' | 'renewed'> & {
  /** For work after a request: the user's current permissions. Undefined where they are inactive. */
  viewerOf(userId: number): Promise<Viewer | undefined>;
  /** A signed token for the socket's query, since query strings appear in logs: valid for one session and five minutes. */
  socketToken(current: Viewer): { token: string; expiresAt: Date };
};

/**
 * Sessions are read every time, so that an ended one is refused at once. The version of the role is read with them, so that
 * cached permissions are only used while it has not changed.
 */
export function createViewers({ db, clock, secrets }: Pick<Platform, 'db' | 'clock' | 'secrets'>): Viewers {
  const levels = new Map<number, Level>();

  async function level(of: { user_level_id: number; level_version: number }): Promise<Level> {
    const kept = levels.get(of.user_level_id);
    if (kept?.version === of.level_version) return kept;
    const row = await store.findLevel(db.q, of.user_level_id);
    if (!row) throw new AppError('forbidden');
    const { version, visibility, second_factor: rule } = row;
    const read = { version, codes: permissionCodesOf(row), visibility, isStrict: rule === 'required' };
    levels.set(of.user_level_id, read);
    return read;
  }

  async function toViewer(row: SessionRow | undefined): Promise<Viewer> {
    const now = clock.now();
    if (!row || row.revoked_at || !row.is_active || new Date(row.expires_at) <= now)
      throw new AppError('session_ended');
    if (now.getTime() - Date.parse(row.last_seen_at) > TOUCH_EVERY_MS)
      await store.touchSession(db.q, row.session_id, now);
    const { codes, visibility, isStrict } = await level(row);
    const own = {
      id: row.id,
      fullname: row.fullname,
      sessionId: row.session_id,
      levelId: row.user_level_id,
      codes,
      visibility,
      departmentIds: row.department_ids,
      isMonitoring: row.is_monitoring,
      language: row.language,
      passwordExpired: isExpired(row.password_exp_date, now),
      secondFactorMissing: isStrict && !row.second_factor,
    };
    const { seen_id: seen, seen_until: until } = row;
    return seen !== null && until !== null && new Date(until) > now ? seenAs(own, seen, until) : own;
  }

  /** Looking as another user, as long as the viewer has the permission for it and holds everything that the other does. */
  async function seenAs(own: Viewer, userId: number, until: string): Promise<Viewer> {
    const other = await viewerOf(userId);
    if (!other || !own.codes.has('USERS:SEE_AS') || !coversAll(own, other)) return own;
    const { id, fullname, sessionId, passwordExpired, secondFactorMissing } = own;
    return {
      ...other,
      sessionId,
      passwordExpired,
      secondFactorMissing,
      seenBy: { id, fullname, until },
    };
  }

  async function viewerOf(userId: number): Promise<Viewer | undefined> {
    const row = await store.findUserRights(db.q, userId);
    if (!row) return undefined;
    const { codes, visibility } = await level(row);
    return {
      id: row.id,
      fullname: row.fullname,
      sessionId: 0,
      levelId: row.user_level_id,
      codes,
      visibility,
      departmentIds: row.department_ids,
      isMonitoring: row.is_monitoring,
      language: row.language,
      passwordExpired: isExpired(row.password_exp_date, clock.now()),
      secondFactorMissing: false,
    };
  }

  const ofSession = async (token: string) =>
    toViewer(await store.findSession(db.q, { tokenHash: hashToken(token) }));

  /** A key has its permissions as far as its owner still has them; what it does is logged with its name. */
  async function ofKey(token: string): Promise<Viewer> {
    const now = clock.now();
    const row = await keys.findKey(db.q, hashToken(token));
    if (!row || (row.expires_at !== null && new Date(row.expires_at) <= now))
      throw new AppError('not_signed_in', {
        reason: 'api_key_invalid',
      });
    if (now.getTime() - Date.parse(row.last_used_at ?? '1970-01-01') > TOUCH_EVERY_MS)
      await keys.touchKey(db.q, row.key_id, now);
    const { codes, visibility } = await level(row);
    return {
      id: row.id,
      fullname: `${row.fullname} (${row.key_name})`,
      sessionId: 0,
      keyId: row.key_id,
      levelId: row.user_level_id,
      codes: new Set(row.codes.filter((code) => codes.has(code))),
      visibility,
      departmentIds: row.department_ids,
      isMonitoring: row.is_monitoring,
      passwordExpired: false,
      secondFactorMissing: false,
    };
  }

  return {
    viewer: (token) => (token.startsWith(API_KEY_START) ? ofKey(token) : ofSession(token)),

    async renewed(current) {
      const viewer = await toViewer(await store.findSession(db.q, { id: current.sessionId }));
      demandNotSeeingAs(viewer);
      return viewer;
    },

    viewerOf,

    socketToken(current) {
      const expiresAt = new Date(clock.now().getTime() + SOCKET_TOKEN_MS);
      const text = `${current.sessionId}.${expiresAt.getTime()}`;
      return { token: `${text}.${secrets.sign('socket', text)}`, expiresAt };
    },

    async socketViewer(token, userId) {
      const [sessionId = '', until = '', signature] = token.split('.');
      const found = signature
        ? await socketTokenViewer({ sessionId, until, signature })
        : await ofSession(token);
      demandNotSeeingAs(found);
      if (found.id !== userId) throw new AppError('not_signed_in', { reason: 'token_of_another' });
      return found;
    },
  };

  async function socketTokenViewer({
    sessionId,
    until,
    signature,
  }: {
    sessionId: string;
    until: string;
    signature: string;
  }) {
    const isOurs = secrets.isSigned('socket', `${sessionId}.${until}`, signature);
    if (!isOurs) throw new AppError('not_signed_in');
    if (Number(until) <= clock.now().getTime())
      throw new AppError('session_ended', { reason: 'socket_token_expired' });
    return toViewer(await store.findSession(db.q, { id: Number(sessionId) }));
  }
}

export const isExpired = (date: string | null, now: Date): boolean => date !== null && new Date(date) <= now;

/** `MODULE:ACTIVITY` for all permissions of a role. */
export function permissionCodesOf(level: Pick<UserLevel, 'modules'>): ReadonlySet<string> {
  return new Set(
    level.modules
      .filter((module) => module.is_active === 1)
      .flatMap((module) =>
        module.module_activity_code.split(',').map((code) => `${module.module_code}:${code.trim()}`),
      ),
  );
}
