import type { MailFault } from '@trunkline/contract';
import { onOneLine } from '#platform/foreign-text';

/** A mail fault that our own code detected. */
export class MailError extends Error {
  readonly errorCode: MailFault;
  constructor(errorCode: MailFault, serverMessage = '') {
    super(serverMessage);
    this.errorCode = errorCode;
  }
}

/** Properties that mail libraries and Node set on their errors. */
type SystemError = {
  code?: string;
  /** The system's error code, where nodemailer has put its own into `code`. */
  originalCode?: string;
  message?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
  mailboxMissing?: boolean;
  response?: unknown;
  responseCode?: number;
  command?: string;
  cause?: unknown;
};

const BY_CODE: Partial<Record<string, MailFault>> = {
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  EDNS: 'host_not_found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'timeout',
  ETIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  GREEETING_TIMEOUT: 'timeout',
  UPGRADE_TIMEOUT: 'timeout',
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  EPROTO: 'tls',
  ETLS: 'tls',
  STARTTLS_INJECTION: 'tls',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ECONNECTION: 'connection_lost',
  EConnectionClosed: 'connection_lost',
  NoConnection: 'connection_lost',
  StateLogout: 'connection_lost',
  ClosedAfterConnectText: 'connection_lost',
  ClosedAfterConnectTLS: 'connection_lost',
};

const CERTIFICATE =
  /CERT_|_CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT|HOSTNAME_MISMATCH/;
const SAID_MAX = 300;

/** The known fault of an error, and the server's message. Pure. */
export function faultOf(error: unknown): { fault: MailFault; said: string } {
  if (error instanceof MailError) return { fault: error.errorCode, said: error.message };
  const seen = (typeof error === 'object' && error !== null ? error : {}) as SystemError;
  return { fault: codeOf(seen), said: responseOf(seen) };
}

function codeOf(seen: SystemError): MailFault {
  if (seen.authenticationFailed) return signInFault(seen);
  const text = `${seen.code ?? ''} ${seen.originalCode ?? ''} ${seen.message ?? ''} ${codesBelow(seen)}`;
  if (CERTIFICATE.test(text)) return 'certificate';
  if (/ERR_SSL|ERR_TLS|wrong version number|STARTTLS|SSL routines/i.test(text)) return 'tls';
  return systemFault(text, seen.code ?? '') ?? folderFault(seen) ?? refusedBy(seen);
}

/** A server that is just starting may be unable to verify passwords: that does not make the password wrong. */
const signInFault = ({ serverResponseCode = '', responseText = '' }: SystemError): MailFault =>
  /^(UNAVAILABLE|INUSE|LIMIT|SERVERBUG)$/.test(serverResponseCode) ||
  /temporary|try again/i.test(responseText)
    ? 'other'
    : 'login_refused';

function systemFault(text: string, code: string): MailFault | undefined {
  // nodemailer uses the same code for all socket errors; the system's code is in the message.
  const system = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET)\b/.exec(
    text,
  );
  return BY_CODE[system?.[1] ?? ''] ?? BY_CODE[code];
}

function folderFault({ mailboxMissing, serverResponseCode = '' }: SystemError): MailFault | undefined {
  const isMissing = mailboxMissing || ['NONEXISTENT', 'TRYCREATE'].includes(serverResponseCode);
  return isMissing ? 'folder_missing' : undefined;
}

/** The fault for a refusal by an SMTP server. */
function refusedBy({ responseCode: code, command = '' }: SystemError): MailFault {
  if (!code) return 'other';
  if (/^MAIL/i.test(command)) return 'sender_refused';
  if (/^RCPT/i.test(command)) return 'recipient_refused';
  if (code === 552 || code === 523) return 'too_large';
  return /^DATA|^BDAT/i.test(command) ? 'content_refused' : 'other';
}

const codesBelow = ({ cause }: SystemError): string =>
  typeof cause === 'object' && cause !== null
    ? `${String((cause as SystemError).code)} ${String((cause as SystemError).message)}`
    : '';

/** The text of the server's answer only, not messages of Node or OpenSSL about a failed connection. */
function responseOf({ response, responseText }: SystemError): string {
  const said = responseText || (typeof response === 'string' && response) || '';
  // Dovecot appends how long it took, which would make every occurrence a different fault.
  return onOneLine(said.replace(/ \([\d.]+ \+ [\d.]+ secs\)\.?$/, ''), SAID_MAX);
}

/** Whether a retry makes sense: not after a permanent refusal of the server. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof MailError) return error.errorCode !== 'switched_off';
  const { responseCode: code, code: name } = (error ?? {}) as SystemError;
  // No recipient is valid, which a retry does not change.
  if (name === 'EENVELOPE' && code === undefined) return false;
  return code === undefined || code < 500 || faultOf(error).fault === 'login_refused';
}
