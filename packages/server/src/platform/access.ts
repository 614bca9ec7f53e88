import type { Language, Permission, Visibility } from '@trunkline/contract';
import { AppError } from './errors.ts';

/** Where a request comes from: the client's address as trusted proxies tell it, and the user agent. */
export type RequestSource = { address: string; user_agent: string };

/** A signed-in user, or an API key that acts for one, as far as permissions need to know. */
export type Viewer = {
  id: number;
  fullname: string;
  /** 0 for an API key. */
  sessionId: number;
  /** The id of the API key, if one is used. */
  keyId?: number;
  levelId: number;
  /** `MODULE:ACTIVITY` for everything that the level allows. */
  codes: ReadonlySet<string>;
  visibility: Visibility;
  departmentIds: readonly number[];
  isMonitoring: boolean;
  /** The language of their files; undefined for API keys. */
  language?: Language;
  passwordExpired: boolean;
  /** The level requires a second factor, and the session was begun without one. */
  secondFactorMissing: boolean;
  /** The administrator who looks at the workspace as this user, without being able to change anything. */
  seenBy?: { id: number; fullname: string; until: string };
  /** Where the request came from; undefined for work that goes on after it. */
  from?: RequestSource;
};

/** A visitor of a customer's site who holds a live-chat token. */
export type Visitor = {
  id: number;
  accountId: number;
  customerId: number | null;
  name: string;
  email: string;
  language: 'en' | 'id';
};

/** Identifies callers. Implemented by the modules `auth` and `livechat`. */
export type Access = {
  /** By a session's token or an API key. */
  viewer(token: string): Promise<Viewer>;
  /** For the socket's query: a session token or a socket token, with the user that it must belong to. */
  socketViewer(token: string, userId: number): Promise<Viewer>;
  visitor(token: string): Promise<Visitor>;
  /** The same session with the user's current permissions. */
  renewed(viewer: Viewer): Promise<Viewer>;
};

/** Throws `password_expired`, `second_factor_required` or `forbidden` unless this user has the permission. */
export function demand(viewer: Viewer, permission: Permission, whileRestricted = false): void {
  if (viewer.passwordExpired && !whileRestricted) throw new AppError('password_expired');
  if (viewer.secondFactorMissing && !whileRestricted) throw new AppError('second_factor_required');
  if (!allows(viewer, permission)) throw new AppError('forbidden', { needed: permission });
}

export function allows(viewer: Viewer, permission: Permission): boolean {
  return permission === 'public' || permission === 'signed-in' || viewer.codes.has(permission);
}

/** Refuses what concerns all tickets to a role that sees only some. Throws `forbidden`. */
export function demandSeesAllTickets({ visibility }: Pick<Viewer, 'visibility'>): void {
  if (visibility !== 'all') throw new AppError('forbidden', { reason: 'all_tickets_needed' });
}

/** Refuses changes by somebody who looks at the workspace as another user. Throws `seeing_as`. */
export function demandNotSeeingAs(viewer: Viewer): void {
  if (viewer.seenBy) throw new AppError('seeing_as');
}
