import { createHeldLocks } from '#platform/held-locks';
import type { Platform } from '#platform/platform';

/** Of several server processes one follows a mailbox. */
export const createMailboxLocks = (deps: Pick<Platform, 'db' | 'log'>, onLost: () => void) =>
  createHeldLocks(deps, { lock: 7_310_010, name: 'mailboxes' }, onLost);
