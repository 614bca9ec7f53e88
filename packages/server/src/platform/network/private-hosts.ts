import net from 'node:net';
import { isPrivate } from './private-addresses.ts';
import { StartError } from '../process/start-error.ts';

export const parseHostList = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

/**
 * Reads the operator's list of names, addresses and ranges of the private network. Throws a StartError that says what to
 * change.
 */
export function readPrivateHosts(env: Record<string, string | undefined>, name: string): string[] {
  return parseHostList(env[name]).map((text) => {
    const [address = '', bits] = text.split('/');
    const isRange = net.isIP(address) > 0 && /^\d{1,3}$/.test(bits ?? '');
    if (isRange || (bits === undefined && /^[\w.:-]+$/.test(text))) return text;
    throw new StartError(
      `${name} names "${text}": list names, addresses or ranges with commas between, such as mail.corp.example,10.0.5.0/24.`,
    );
  });
}

/** The hosts of the private network that the operator allows. */
export type PrivateHosts = {
  /** Whether it is an address of the private network that is not allowed. */
  hasName(host: string): boolean;
  hasAddress(address: string): boolean;
  /** An address of the own network that was not opened. */
  isSecret(address: string): boolean;
};

export function createPrivateHosts(hosts: readonly string[]): PrivateHosts {
  const names = new Set(hosts.filter((one) => !one.includes('/') && net.isIP(one) === 0));
  const allowed = new net.BlockList();
  for (const one of hosts) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (family && bits) allowed.addSubnet(address, Number(bits), family);
    else if (family) allowed.addAddress(address, family);
  }
  return {
    hasName: (host) => names.has(host.toLowerCase()),
    hasAddress(address) {
      const family = familyOf(address);
      return family !== undefined && allowed.check(address, family);
    },
    isSecret(address) {
      const family = familyOf(address);
      return family !== undefined && isPrivate(address) && !allowed.check(address, family);
    },
  };
}

const familyOf = (address: string) =>
  ({ 0: undefined, 4: 'ipv4' as const, 6: 'ipv6' as const })[net.isIP(address)];
