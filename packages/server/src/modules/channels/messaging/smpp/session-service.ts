import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmppLine } from '@trunkline/contract';
import { AddressError, lookupIn } from '#platform/network/address-guard';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { ProviderError } from '../providers/provider.ts';
import { lostLine, refusalOf } from './faults.ts';
import { smpp, type Pdu, type Session } from './library.ts';

/** One connection that is signed in. */
export type SmppSession = Asker & {
  /** Throws a `ProviderError` where nobody answers within that time. */
  ask(command: string, fields: Record<string, unknown>, ms?: number): Promise<Pdu>;
  /** What it ended by; never rejects. */
  ended: Promise<ProviderError>;
  /** Cuts it; `said`: why. */
  end(said: string): void;
  /** Says goodbye, where there is still somebody to hear it. */
  close(): Promise<void>;
};

type Reached = { line: SmppLine; systemId: string; password: string };
/** Whoever asks something of us, for whoever answers. */
export type Asker = { answer: (pdu: Pdu, status?: number) => void; pause: () => void; resume: () => void };
type Options = Reached & {
  opened: PrivateHosts;
  /** Both ways, or only to send: nothing is brought to the latter. */
  role: 'bind_transceiver' | 'bind_transmitter';
  /** What is asked of us. */
  asked: (pdu: Pdu, session: Asker) => void;
  /** Gives up connecting. */
  stopping: AbortSignal;
};

const CONNECT_MS = 15_000;
const ANSWER_MS = 30_000;
const GOODBYE_MS = 1000;
const VERSION = 0x34;

/** Connects and signs in. Throws a ProviderError where that does not work; what breaks later ends `ended`. */
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

/** One connection. The library tells what comes; who waits for an answer, and how it ended, is kept here. */
function createSession(options: Options): SmppSession & { signIn(): Promise<void> } {
  const { line, opened, role, asked } = options;
  const session = smpp.connect({
    host: line.host,
    port: line.port,
    tls: line.tls,
    lookup: lookupIn(opened),
    // One that sends a little and then nothing is found out by `enquire_link`; this one by the system, hours later.
    keepAlive: true,
  });
  const waiting = new Set<(error: ProviderError) => void>();
  let cause: ProviderError | undefined;

  /** The library forgets whoever waits for an answer, and stands still after what it cannot read. */
  function end(error: ProviderError): void {
    cause ??= error;
    session.destroy();
    for (const reject of waiting) reject(cause);
    waiting.clear();
  }
  const ended = new Promise<ProviderError>((resolve) => {
    session.on('close', () => {
      end(lostLine('ECONNRESET', true));
      resolve(cause ?? lostLine('ECONNRESET', true));
    });
  });
  session.on('error', (error: Error & { code?: string }) => end(asFault(error)));

  function ask(command: string, fields: Record<string, unknown>, ms = ANSWER_MS): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      if (cause) return reject(lostLine(cause.providerMessage));
      const timer = setTimeout(() => giveUp(lostLine(`no answer within ${ms / 1000} seconds`, true)), ms);
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
      if (!isSent) giveUp(lostLine('EPIPE'));
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
    end: (said) => end(lostLine(said, true)),
    async close() {
      if (!cause) await ask('unbind', {}, GOODBYE_MS).catch(() => undefined);
      end(lostLine('closed', true));
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
        throw sure(cause ?? lostLine('closed'));
      }
    },
  };
}

/** While it was only being opened, nothing can have been done over it. */
const sure = ({ errorCode, providerMessage }: ProviderError): ProviderError =>
  new ProviderError(errorCode, providerMessage, { isRetryable: true });

function bindOf({ line, systemId, password }: Reached): Record<string, unknown> {
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
  const lateness = sleep(CONNECT_MS, lostLine('ETIMEDOUT'), { signal: late.signal }).catch(() => undefined);
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
  // Without a code it is the library's: what came is not SMPP.
  return code
    ? lostLine(code, true)
    : new ProviderError('provider_failed', message, { isRetryable: true, maybeDelivered: true });
}
