import dns from 'node:dns';
import net from 'node:net';
import { createPrivateHosts, type PrivateHosts } from './private-hosts.ts';

/** Why an external address was refused, or its request failed. */
export class AddressError extends Error {
  readonly reason: 'forbidden' | 'too_large' | 'refused' | 'unreachable';
  readonly status: number | undefined;

  constructor(reason: AddressError['reason'], message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

export type AddressGuard = {
  /** The hosts of the private network that the operator allows; none by default. */
  opened?: PrivateHosts | undefined;
  /** The origin of a server that the operator has configured: it may be anywhere, also on this machine. */
  trustedOrigin?: string | undefined;
};

const NOTHING = createPrivateHosts([]);
const PRIVATE = 'an address inside a private network';

/**
 * Returns the URL and the lookup for its name, if it may be requested. Never this machine or a private network, by whatever
 * name: otherwise people outside could reach through us what they cannot reach themselves. @throws AddressError `forbidden`
 */
export function guardAddress(
  address: string,
  { opened = NOTHING, trustedOrigin }: AddressGuard,
): { url: URL; lookup: net.LookupFunction | undefined } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isTrusted = url !== undefined && url.origin === trustedOrigin;
  const host = hostOf(url);
  const isOpened = isTrusted || opened.hasName(host) || opened.hasAddress(host);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOpened)))
    throw new AddressError('forbidden', 'not an address that may be opened');
  if (!isTrusted && net.isIP(host) !== 0 && opened.isSecret(host))
    throw new AddressError('forbidden', PRIVATE);
  return { url, lookup: isTrusted ? undefined : lookupIn(opened) };
}

const hostOf = (url: URL | undefined): string => url?.hostname.replace(/^\[|\]$/g, '') ?? '';

/**
 * Like `dns.lookup`, but fails if any address of the name is private and not allowed. It must be used for the connection
 * itself, since a name can change between two lookups.
 */
export const lookupIn =
  (opened: PrivateHosts): net.LookupFunction =>
  (host, options, answer) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 4);
      const isOpen = opened.hasName(host) || !addresses.some(({ address }) => opened.isSecret(address));
      if (!isOpen) return answer(new AddressError('forbidden', PRIVATE), '', 4);
      if (options.all) return answer(null, addresses);
      const [first] = addresses;
      return answer(null, first?.address ?? '', first?.family ?? 4);
    });
  };
