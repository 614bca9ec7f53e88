import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmppLine } from '@trunkline/contract';
import { AddressError, lookupIn } from '#platform/network/address-guard';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { ProviderError } from '../providers/provider.ts';
import { lostConnectionError, refusalOf } from './faults.ts';
import { smpp, type Pdu, type Session } from './library.ts';

/** A bound SMPP session. */
export type SmppSession = PduResponder & {
  /** Throws a `ProviderError` where nobody answers within that time. */
  ask(command: string, fields: Record<string, unknown>, ms?: number): Promise<Pdu>;
  /** Resolves with the error that ended the session; never rejects. */
  ended: Promise<ProviderError>;
  /** Closes the connection at once; `said` is the reason. */
  end(said: string): void;
  /** Unbinds, where the connection still works, and closes it. */
  close(): Promise<void>;
};

type SmppCredentials = { line: SmppLine; systemId: string; password: string };
/** To answer requests of the operator, and to pause reading them. */
export type PduResponder = {
  answer: (pdu: Pdu, status?: number) => void;
  pause: () => void;
  resume: () => void;
};
type Options = SmppCredentials & {
  opened: PrivateHosts;
  /** Bind as transceiver, or as transmitter only, which receives no messages. */
  role: 'bind_transceiver' | 'bind_transmitter';
  /** Called with each request of the operator. */
  asked: (pdu: Pdu, session: PduResponder) => void;
  /** Aborts connecting. */
  stopping: AbortSignal;
};

const CONNECT_MS = 15_000;
const ANSWER_MS = 30_000;
const GOODBYE_MS = 1000;
const VERSION = 0x34;

/** Connects and binds. Throws a ProviderError where that fails; a later failure resolves `ended`. */
export async function openSession(options: Options): Promise<SmppSession> {
  const { line, opened, stopping } = options;
  demandOpened(line.host, opened);
  const session = createSession(options);
  const giveUp = () => session.end('given up');
  stopping.addEventListener('abort', giveUp);
  try {
    if (stopping.aborted) giveUp();
    await session.signIn();
    return session;
  } finally {
    stopping.removeEventListener('abort', giveUp);
  }
}

/** One connection: the library reports PDUs, the requests that wait for a response and the cause of the end are kept here. */
function createSession(options: Options): SmppSession & { signIn(): Promise<void> } {
  const { line, opened, role, asked } = options;
  const session = smpp.connect({
    host: line.host,
    port: line.port,
    tls: line.tls,
    lookup: lookupIn(opened),
    // For a peer that falls silent in the middle of a PDU; `enquire_link` finds every other one much sooner.
    keepAlive: true,
  });
  const waiting = new Set<(error: ProviderError) => void>();
  let cause: ProviderError | undefined;

  /** The library never settles waiting requests when a connection ends, and stops reading after a PDU that it cannot parse. */
  function end(error: ProviderError): void {
    cause ??= error;
    session.destroy();
    for (const reject of waiting) reject(cause);
    waiting.clear();
  }
  const ended = new Promise<ProviderError>((resolve) => {
    session.on('close', () => {
      end(lostConnectionError('ECONNRESET', true));
      resolve(cause ?? lostConnectionError('ECONNRESET', true));
    });
  });
  session.on('error', (error: Error & { code?: string }) => end(asFault(error)));

  function ask(command: string, fields: Record<string, unknown>, ms = ANSWER_MS): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      if (cause) return reject(lostConnectionError(cause.providerMessage));
      const timer = setTimeout(
        () => giveUp(lostConnectionError(`no answer within ${ms / 1000} seconds`, true)),
        ms,
      );
      const giveUp = (error: ProviderError) => {
        clearTimeout(timer);
        waiting.delete(giveUp);
        reject(error);
      };
      waiting.add(giveUp);
      const isSent = session.send(new smpp.PDU(command, fields), (pdu) => {
        clearTimeout(timer);
        waiting.delete(giveUp);
        resolve(pdu);
      });
      if (!isSent) giveUp(lostConnectionError('EPIPE'));
    });
  }

  const answer = (pdu: Pdu, status = 0): void => void send(pdu.response({ command_status: status }));
  const send = (pdu: Pdu): boolean => session.send(pdu);
  const self: SmppSession = {
    ask,
    answer,
    ended,
    pause: () => session.pause(),
    resume: () => session.resume(),
    end: (said) => end(lostConnectionError(said, true)),
    async close() {
      if (!cause) await ask('unbind', {}, GOODBYE_MS).catch(() => undefined);
      end(lostConnectionError('closed', true));
      await Promise.race([ended, sleep(GOODBYE_MS)]);
    },
  };
  session.on('pdu', (pdu: Pdu) => {
    if (!pdu.isResponse()) asked(pdu, self);
  });
  return {
    ...self,
    async signIn() {
      try {
        await connected(session, line.tls, ended);
        const bound = await ask(role, bindOf(options), CONNECT_MS);
        if (bound.command_status !== 0) throw refusalOf(bound.command_status);
      } catch (error) {
        end(error instanceof ProviderError ? error : asFault(error as Error));
        throw certainFailure(cause ?? lostConnectionError('closed'));
      }
    },
  };
}

/** The same error, certain that nothing was delivered: the session had only been opening. */
const certainFailure = ({ errorCode, providerMessage }: ProviderError): ProviderError =>
  new ProviderError(errorCode, providerMessage, { isRetryable: true });

function bindOf({ line, systemId, password }: SmppCredentials): Record<string, unknown> {
  return {
    system_id: systemId,
    password,
    system_type: line.system_type,
    interface_version: VERSION,
  };
}

async function connected(session: Session, isTls: boolean, ended: Promise<ProviderError>): Promise<void> {
  const ready = new Promise<void>((resolve) =>
    session.once(isTls ? 'secureConnect' : 'connect', () => resolve()),
  );
  const late = new AbortController();
  const lateness = sleep(CONNECT_MS, lostConnectionError('ETIMEDOUT'), { signal: late.signal }).catch(
    () => undefined,
  );
  try {
    const error = await Promise.race([ready, ended, lateness]);
    if (error) throw error;
  } finally {
    late.abort();
  }
}

function demandOpened(host: string, opened: PrivateHosts): void {
  if (net.isIP(host) !== 0 && opened.isSecret(host)) throw new ProviderError('private_host', '', PASSES);
}
const PASSES = { isRetryable: true };

function asFault(error: Error & { code?: string }): ProviderError {
  if (error instanceof AddressError) return new ProviderError('private_host', '', PASSES);
  const { code, message } = error;
  // An error without a code is the library's: what was received is not SMPP.
  return code
    ? lostConnectionError(code, true)
    : new ProviderError('provider_failed', message, { isRetryable: true, maybeDelivered: true });
}
