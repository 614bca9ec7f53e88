import net from 'node:net';
import { StartError } from './start-error.ts';

/** Where mail servers may be, besides the usual: set by the operator, as who looks after mailboxes need not know the network. */
export type MailConfig = {
  /** Names, addresses and ranges of the own network on which mail servers are. */
  privateHosts: readonly string[];
  /** Ports besides the usual ones, from and to. */
  ports: readonly (readonly [from: number, to: number])[];
};

export const USUAL_MAIL: MailConfig = { privateHosts: [], ports: [] };

/** Throws a StartError that says what to change. */
export function readMail(env: Record<string, string | undefined>): MailConfig {
  return {
    privateHosts: listOf(env['MAIL_PRIVATE_HOSTS']).map(readHost),
    ports: listOf(env['MAIL_PORTS']).map(readPorts),
  };
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

function readHost(text: string): string {
  const [address = '', bits] = text.split('/');
  const isRange = net.isIP(address) > 0 && /^\d{1,3}$/.test(bits ?? '');
  if (isRange || (bits === undefined && /^[\w.:-]+$/.test(text))) return text;
  throw new StartError(
    `MAIL_PRIVATE_HOSTS names "${text}": list names, addresses or ranges with commas between, such as mail.corp.example,10.0.5.0/24.`,
  );
}

function readPorts(text: string): [number, number] {
  const [from = 0, to = from] = text.split('-').map(Number);
  const isRange = /^\d+(-\d+)?$/.test(text) && from >= 1 && from <= to && to <= 65_535;
  if (isRange) return [from, to];
  throw new StartError(
    `MAIL_PORTS names "${text}": list ports or ranges with commas between, such as 2526,10025-10030.`,
  );
}
