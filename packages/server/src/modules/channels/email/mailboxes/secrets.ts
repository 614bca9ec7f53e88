import type { Mailbox, TypedMailAuth, TypedMailServer } from '@trunkline/contract';
import type { Secrets } from '#platform/secrets';

type Cipher = Pick<Secrets, 'encrypt' | 'decrypt'>;
type StoredAuth =
  | { kind: 'none' }
  | { kind: 'password'; user: string; sealed_password: string }
  | {
      kind: 'oauth2';
      user: string;
      client_id: string;
      token_url: string;
      sealed_client_secret: string;
      sealed_refresh_token: string;
    };

/** A server's settings as they are stored. */
export type StoredServer = Omit<TypedMailServer, 'auth'> & { auth: StoredAuth };

/** The decrypted credentials for signing in; kept in memory only. */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'password'; user: string; password: string }
  | {
      kind: 'oauth2';
      user: string;
      clientId: string;
      clientSecret: string;
      refreshToken: string;
      tokenUrl: string;
    };

/** A mailbox with its decrypted credentials. */
export type OpenedMailbox = {
  imap: Omit<StoredServer, 'auth'> & { credentials: Credentials };
  smtp: Omit<StoredServer, 'auth'> & { credentials: Credentials };
};

/** Returns what to store of a server; an omitted secret stays, as long as the user is the same. */
export function sealServer(
  seal: Cipher,
  { auth, ...server }: TypedMailServer,
  before: StoredServer | undefined,
): StoredServer {
  return { ...server, auth: sealAuth(seal, auth, passwordFor(auth, server, before)) };
}

/**
 * Returns the stored secret only for the same server, port, encryption and user, because whoever changes one of these could
 * have it sent to themselves.
 */
function passwordFor(
  auth: TypedMailAuth,
  { host, port, security }: Omit<TypedMailServer, 'auth'>,
  before: StoredServer | undefined,
): StoredAuth | undefined {
  const there = `${host} ${port} ${security}`;
  if (!before || there !== `${before.host} ${before.port} ${before.security}`) return undefined;
  if (auth.kind === 'none' || before.auth.kind !== auth.kind) return undefined;
  if (before.auth.user !== auth.user) return undefined;
  if (auth.kind === 'oauth2' && before.auth.kind === 'oauth2' && before.auth.token_url !== auth.token_url)
    return undefined;
  return before.auth;
}

function sealAuth(seal: Cipher, auth: TypedMailAuth, before: StoredAuth | undefined): StoredAuth {
  const sealed = (text: string | undefined, kept: string | undefined) =>
    text === undefined ? (kept ?? '') : text && seal.encrypt(text);
  if (auth.kind === 'none') return auth;
  if (auth.kind === 'password') {
    const kept = before?.kind === 'password' ? before.sealed_password : undefined;
    return { kind: 'password', user: auth.user, sealed_password: sealed(auth.password, kept) };
  }
  const kept = before?.kind === 'oauth2' ? before : undefined;
  const { kind, user, client_id, token_url } = auth;
  return {
    kind,
    user,
    client_id,
    token_url,
    sealed_client_secret: sealed(auth.client_secret, kept?.sealed_client_secret),
    sealed_refresh_token: sealed(auth.refresh_token, kept?.sealed_refresh_token),
  };
}

/** A server's settings for the settings page: whether there is a secret, but not the secret. */
export function serverWithoutSecrets({ host, port, security, auth }: StoredServer): Mailbox['imap'] {
  return { host, port, security, auth: showAuth(auth) };
}

function showAuth(auth: StoredAuth): Mailbox['imap']['auth'] {
  if (auth.kind === 'none') return auth;
  if (auth.kind === 'password')
    return { kind: 'password', user: auth.user, has_secret: auth.sealed_password !== '' };
  const { kind, user, client_id, token_url, sealed_refresh_token: sealed } = auth;
  return { kind, user, client_id, token_url, has_secret: sealed !== '' };
}

export function decryptCredentials(seal: Cipher, { auth }: StoredServer): Credentials {
  const open = (sealed: string) => sealed && seal.decrypt(sealed);
  if (auth.kind === 'none') return auth;
  if (auth.kind === 'password')
    return { kind: 'password', user: auth.user, password: open(auth.sealed_password) };
  return {
    kind: 'oauth2',
    user: auth.user,
    clientId: auth.client_id,
    clientSecret: open(auth.sealed_client_secret),
    refreshToken: open(auth.sealed_refresh_token),
    tokenUrl: auth.token_url,
  };
}
