import type { Clock } from '../clock.ts';
import { parseHostList, readPrivateHosts } from '../network/private-hosts.ts';
import { StartError } from '../process/start-error.ts';
import type { createWorkerThreads } from '../process/threads.ts';

/**
 * Where mail servers may be, besides public addresses and standard ports. Set by the operator, since whoever configures
 * mailboxes must not reach into the private network.
 */
export type MailConfig = {
  /** Names, addresses and ranges of mail servers in the private network. */
  privateHosts: readonly string[];
  /** Ranges of ports that are allowed in addition to the standard ones. */
  ports: readonly (readonly [from: number, to: number])[];
  /** Looks up DKIM keys; by default by the name servers of this machine. */
  resolveTxt?: ResolveTxt;
  /** The program that parses mails in threads, its clock and its threads; given by tests only. */
  reading?: { program: URL | string; clock?: Clock; createThreads?: typeof createWorkerThreads };
};

/** The TXT records of a name, each as its chunks; rejects where there are none. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

export const DEFAULT_MAIL_CONFIG: MailConfig = { privateHosts: [], ports: [] };

/** Throws a StartError that says what to change. */
export function readMail(env: Record<string, string | undefined>): MailConfig {
  return {
    privateHosts: readPrivateHosts(env, 'MAIL_PRIVATE_HOSTS'),
    ports: parseHostList(env['MAIL_PORTS']).map(readPorts),
  };
}

function readPorts(text: string): [number, number] {
  const [from = 0, to = from] = text.split('-').map(Number);
  const isRange = /^\d+(-\d+)?$/.test(text) && from >= 1 && from <= to && to <= 65_535;
  if (isRange) return [from, to];
  throw new StartError(
    `MAIL_PORTS names "${text}": list ports or ranges with commas between, such as 2526,10025-10030.`,
  );
}
