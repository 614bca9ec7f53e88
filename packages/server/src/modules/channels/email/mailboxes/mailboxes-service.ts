import {
  Media,
  type BodyOf,
  type createMailbox,
  type Mailbox,
  type MailboxHealth,
  type testMailbox,
  type TypedMailServer,
  type updateMailbox,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import type { MailServerAccess } from './mail-server-access.ts';
import * as store from './mailbox-store.ts';
import type { MailboxRow } from './mailbox-store.ts';
import {
  sealServer,
  serverWithoutSecrets,
  decryptCredentials,
  type OpenedMailbox,
  type StoredServer,
} from './secrets.ts';

/**
 * Mailboxes and their settings. Everything that reads or sends through one learns of changes by the notice `mailboxes`. @throws
 * AppError `not_found` for an unknown id; `duplicate` for the address of another mailbox
 */
export type Mailboxes = {
  /** Decrypts the credentials. */
  serversOf(mailbox: { imap: StoredServer; smtp: StoredServer }): OpenedMailbox;
  rows(): Promise<MailboxRow[]>;
  addresses(): Promise<string[]>;
  row(q: Query, id: number): Promise<MailboxRow | undefined>;
  list(): Promise<Mailbox[]>;
  /** Tells the screens if the health has changed. */
  setHealth(id: number, health: Health): Promise<void>;
  /** Notes that it still works. */
  touchHealth(id: number): Promise<void>;
  create(viewer: Viewer, body: BodyOf<typeof createMailbox>): Promise<Mailbox>;
  update(viewer: Viewer, id: number, patch: Patch): Promise<Mailbox>;
  /** A mailbox with mails on tickets is only deactivated, because its tickets show where they came from. */
  remove(viewer: Viewer, id: number): Promise<{ removed: boolean }>;
  /** Settings that are not stored yet, decrypted; secrets that were left out are those of the stored mailbox. */
  typed(body: BodyOf<typeof testMailbox>): Promise<OpenedMailbox>;
  /**
   * Replaces a refresh token wherever the mailbox has it: some providers issue a new one with every access token, which ends the
   * old one.
   */
  keepRefreshToken(id: number, token: string, instead: string): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'notices' | 'files'> & {
  settings: Settings;
  conversations: Pick<Conversations, 'isOnAccount'>;
  serverAccess: Pick<MailServerAccess, 'demandPort'>;
};
type Patch = BodyOf<typeof updateMailbox>;
type Health = Pick<MailboxHealth, 'state' | 'fault' | 'said'>;

/** Mailboxes and their settings. Everything that reads or sends through one learns of changes by the notice `mailboxes`. */
export function createMailboxes(deps: Deps): Mailboxes {
  const { db, clock, secrets, notices, files, settings, conversations, serverAccess: reach } = deps;

  async function change(
    viewer: Viewer,
    { action, id: own }: { action: string; id?: number },
    work: (tx: Tx) => Promise<number>,
  ): Promise<Mailbox> {
    const id = await db.transaction(async (tx) => {
      const before = own === undefined ? undefined : await store.findMailbox(tx.q, own);
      const changed = await work(tx);
      const after = await store.findMailbox(tx.q, changed);
      const details = auditedChange(before && audited(before), after && audited(after)) ?? {};
      await settings.audit(tx.q, { viewer, action, subject: String(changed), details });
      tx.afterCommit(() => notices.send('mailboxes', { id: changed }));
      return changed;
    });
    return toMailbox(found(await store.findMailbox(db.q, id)));
  }

  async function demandDepartment(q: Query, id: number | undefined): Promise<void> {
    if (id === undefined || (await settings.findDepartment(q, id))) return;
    throw new AppError('invalid_reference', [{ path: 'department_id', message: 'Unknown department' }]);
  }

  async function demandFreeAddress(q: Query, address: string | undefined, ownId?: number): Promise<void> {
    const other = address === undefined ? undefined : await store.findByAddress(q, address);
    if (other && other.id !== ownId) throw new AppError('duplicate', { path: 'address' });
  }

  function encryptServer(
    server: TypedMailServer,
    path: 'imap' | 'smtp',
    before?: StoredServer,
  ): StoredServer {
    // A port that was stored before this rule existed stays valid.
    if (server.port !== before?.port) reach.demandPort(server.port, path);
    return sealServer(secrets, server, before);
  }

  async function setHealth(tx: Tx, id: number, health: Health): Promise<void> {
    if (!(await store.updateHealth(tx.q, id, { ...health, now: clock.now() }))) return;
    tx.emit('mailbox-health', { id, state: health.state }, ['everyone']);
  }

  const serversOf = ({ imap, smtp }: { imap: StoredServer; smtp: StoredServer }): OpenedMailbox => ({
    imap: { ...withoutAuth(imap), credentials: decryptCredentials(secrets, imap) },
    smtp: { ...withoutAuth(smtp), credentials: decryptCredentials(secrets, smtp) },
  });

  return {
    serversOf,
    rows: () => store.listMailboxes(db.q),
    addresses: async () => (await store.listMailboxes(db.q)).map((row) => row.address),
    row: (q, id) => store.findMailbox(q, id),
    list: async () => (await store.listMailboxes(db.q)).map(toMailbox),

    setHealth: (id, health) => db.transaction((tx) => setHealth(tx, id, health)),
    touchHealth: (id) => store.touchHealth(db.q, id, clock.now()),

    create: (viewer, { name, department_id, is_active, imap, smtp, ...rest }) =>
      change(viewer, { action: 'mailbox.created' }, async (tx) => {
        await demandDepartment(tx.q, department_id);
        await demandFreeAddress(tx.q, rest.address);
        const id = await settings.accounts.insert(tx, { name, department_id, media_id: Media.email });
        if (!is_active) await settings.accounts.update(tx, { id, media_id: Media.email, is_active });
        await store.insertMailbox(tx.q, id, {
          ...rest,
          imap: encryptServer(imap, 'imap'),
          smtp: encryptServer(smtp, 'smtp'),
        });
        return id;
      }),

    update: (viewer, id, patch) =>
      change(viewer, { action: 'mailbox.changed', id }, async (tx) => {
        const before = found(await store.findMailbox(tx.q, id));
        const { name, department_id, is_active, imap, smtp, ...rest } = patch;
        await demandDepartment(tx.q, department_id);
        await demandFreeAddress(tx.q, rest.address, id);
        const account = {
          ...(name !== undefined && { name }),
          ...(department_id !== undefined && { department_id }),
          ...(is_active !== undefined && { is_active }),
        };
        await settings.accounts.update(tx, { id, media_id: Media.email, ...account });
        await store.updateMailbox(tx.q, id, {
          ...rest,
          ...(imap && { imap: encryptServer(imap, 'imap', before.imap) }),
          ...(smtp && { smtp: encryptServer(smtp, 'smtp', before.smtp) }),
        });
        if (is_active !== undefined && is_active !== before.is_active)
          await setHealth(tx, id, { state: is_active ? 'starting' : 'off', fault: null, said: '' });
        return id;
      }),

    async remove(viewer, id) {
      const row = found(await store.findMailbox(db.q, id));
      let fileIds: string[] = [];
      const removed = await db.transaction(async (tx) => {
        // Tickets of its web forms may have no mail yet, but are answered from this mailbox.
        const isUsed = (await store.isMailboxUsed(tx.q, id)) || (await conversations.isOnAccount(tx.q, id));
        await settings.audit(tx.q, {
          viewer,
          action: 'mailbox.removed',
          subject: String(id),
          details: { before: audited(row) },
        });
        tx.afterCommit(() => notices.send('mailboxes', { id }));
        if (isUsed) {
          await settings.accounts.update(tx, { id, media_id: Media.email, is_active: false });
          await setHealth(tx, id, { state: 'off', fault: null, said: '' });
          return false;
        }
        fileIds = await store.listFileIds(tx.q, id);
        await store.removeMailbox(tx.q, id);
        await settings.accounts.remove(tx, id);
        return true;
      });
      for (const file of fileIds) await files.remove(file);
      return { removed };
    },

    async typed({ id, imap, smtp }) {
      const before = id === undefined ? undefined : found(await store.findMailbox(db.q, id));
      return serversOf({
        imap: encryptServer(imap, 'imap', before?.imap),
        smtp: encryptServer(smtp, 'smtp', before?.smtp),
      });
    },

    keepRefreshToken: (id, token, instead) =>
      db.transaction(async (tx) => {
        const row = await store.findMailbox(tx.q, id);
        for (const server of ['imap', 'smtp'] as const) {
          const stored = row?.[server];
          if (stored?.auth.kind !== 'oauth2') continue;
          const { sealed_refresh_token: sealed } = stored.auth;
          if (!sealed || secrets.decrypt(sealed) !== instead) continue;
          const auth = { ...stored.auth, sealed_refresh_token: secrets.encrypt(token) };
          await store.updateMailbox(tx.q, id, { [server]: { ...stored, auth } });
        }
      }),
  };
}

/** The settings of a mailbox without its health. */
function audited(row: MailboxRow): object {
  const { state: _, fault: _fault, said: _said, since: _since, last_ok_at: _ok, ...settings } = row;
  return settings;
}

function withoutAuth({ host, port, security }: StoredServer): Omit<StoredServer, 'auth'> {
  return { host, port, security };
}

function healthOf({ is_active, state, fault, said, since, last_ok_at }: MailboxRow): MailboxHealth {
  return { state: is_active ? state : 'off', fault: is_active ? fault : null, said, since, last_ok_at };
}

function toMailbox(row: MailboxRow): Mailbox {
  const { state: _state, fault: _fault, said: _said, since: _since, last_ok_at: _ok, ...rest } = row;
  return {
    ...rest,
    imap: serverWithoutSecrets(row.imap),
    smtp: serverWithoutSecrets(row.smtp),
    health: healthOf(row),
  };
}
