import type { MailFault } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { MailConfig } from '#platform/config/mail-config';
import { isHiddenHost as isHiddenIn } from '#platform/network/own-network';
import { createPrivateHosts, type PrivateHosts } from '#platform/network/private-hosts';
import type { OpenedMailbox } from './secrets.ts';

/** Which servers on our own network may be reached, and which faults of them are reported. */
export type MailServerAccess = {
  /** Hosts of the private network that the server operator has allowed. */
  opened: PrivateHosts;
  /** Whether the host is on our own network, and not allowed. */
  isHidden(host: string): Promise<boolean>;
  /** The part of a fault that may be reported. */
  reportableFault(server: Server, fault: ServerFault): Promise<ServerFault>;
  /** Refuses ports that are not used for mail (`invalid`). */
  demandPort(port: number, path: 'imap' | 'smtp'): void;
};

type Server = OpenedMailbox['imap'];
type ServerFault = { fault: MailFault; said: string };

const PORTS = [25, 465, 587, 2525, 143, 993];
/** Faults that would reveal whether a port is open, or what kind of server answers there. */
const TELLING = new Set<MailFault>(['refused', 'timeout', 'tls', 'certificate', 'connection_lost', 'other']);

/**
 * Whoever sets up a mailbox names a host and a port to which we connect, and must not be able to explore our own network that
 * way. So only mail ports are allowed, and of a private address it is only reported whether a mail server answers there.
 */
export function createMailServerAccess({ privateHosts, ports }: MailConfig): MailServerAccess {
  const opened = createPrivateHosts(privateHosts);

  const isHidden = (host: string) => isHiddenIn(opened, host);

  return {
    opened,
    isHidden,

    async reportableFault(server, { fault, said }) {
      const isKept = TELLING.has(fault) && (await isHidden(server.host));
      return isKept ? { fault: 'unreachable', said: '' } : { fault, said };
    },

    demandPort(port, path) {
      if (PORTS.includes(port) || ports.some(([from, to]) => port >= from && port <= to)) return;
      const usual = PORTS.join(', ');
      throw new AppError('invalid', [
        {
          path: `${path}.port`,
          message: `${port} is no port of mail (${usual}). The operator of the server can add it to MAIL_PORTS.`,
        },
      ]);
    },
  };
}
