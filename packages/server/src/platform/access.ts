import type { Permission, Visibility } from '@trunkline/contract';
import { AppError } from './errors.ts';

/** From where somebody calls: the address as proxies that are trusted tell it, and the program. */
export type Source = { address: string; user_agent: string };

/** A signed-in user, or an API key in the name of one, as far as permissions need to know. */
export type Viewer = {
  id: number;
  fullname: string;
  /** 0 where there is none. */
  sessionId: number;
  /** The API key that calls in their name. */
  keyId?: number;
  levelId: number;
  /** `MODULE:ACTIVITY` for everything that the level allows. */
  codes: ReadonlySet<string>;
  visibility: Visibility;
  departmentIds: readonly number[];
  isMonitoring: boolean;
  passwordExpired: boolean;
  /** The level requires a second factor, and the session was begun without one. */
  secondFactorMissing: boolean;
  /** Who really looks, where somebody sees the workspace as this person: they can change nothing. */
  seenBy?: { id: number; fullname: string; until: string };
  /** Of the request that they make; undefined where work goes on after it. */
  from?: Source;
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

/** Finds out who calls. Implemented by the modules `auth` and `livechat`. */
export type Access = {
  /** By a session's token or an API key. */
  viewer(token: string): Promise<Viewer>;
  /** For the socket's query: a session token or a socket token, with the user that it must belong to. */
  socketViewer(token: string, userId: number): Promise<Viewer>;
  visitor(token: string): Promise<Visitor>;
  /** The same session, by what its person may do now. */
  renewed(viewer: Viewer): Promise<Viewer>;
};

/** May this user do it? Throws `password_expired`, `second_factor_required` or `forbidden`. */
export function demand(viewer: Viewer, permission: Permission, whileRestricted = false): void {
  if (viewer.passwordExpired && !whileRestricted) throw new AppError('password_expired');
  if (viewer.secondFactorMissing && !whileRestricted) throw new AppError('second_factor_required');
  if (!allows(viewer, permission)) throw new AppError('forbidden', { needed: permission });
}

export function allows(viewer: Viewer, permission: Permission): boolean {
  return permission === 'public' || permission === 'signed-in' || viewer.codes.has(permission);
}

/** Somebody who sees the workspace as another person does nothing there. Throws `seeing_as`. */
export function demandOwnEyes(viewer: Viewer): void {
  if (viewer.seenBy) throw new AppError('seeing_as');
}
