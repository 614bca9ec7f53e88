import type { Clock } from '../clock.ts';
import { listOf, readPrivateHosts } from '../network/private-hosts.ts';
import { StartError } from '../process/start-error.ts';
import type { createThreads } from '../process/threads.ts';

/** Where mail servers may be, besides the usual: set by the operator, as who looks after mailboxes need not know the network. */
export type MailConfig = {
  /** Names, addresses and ranges of the own network on which mail servers are. */
  privateHosts: readonly string[];
  /** Ports besides the usual ones, from and to. */
  ports: readonly (readonly [from: number, to: number])[];
  /** Where keys of signatures are looked up; the machine's name servers, unless somebody else is asked. */
  resolveTxt?: ResolveTxt;
  /** What reads mails in threads, the clock of its deadlines, and where its threads come from; the product's own, unless it is given. */
  reading?: { program: URL | string; clock?: Clock; createThreads?: typeof createThreads };
};

/** The TXT records of a name, each in its pieces; rejects where there are none. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

export const USUAL_MAIL: MailConfig = { privateHosts: [], ports: [] };

/** Throws a StartError that says what to change. */
export function readMail(env: Record<string, string | undefined>): MailConfig {
  return {
    privateHosts: readPrivateHosts(env, 'MAIL_PRIVATE_HOSTS'),
    ports: listOf(env['MAIL_PORTS']).map(readPorts),
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
