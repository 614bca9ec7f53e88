import type { Clock } from '#platform/clock';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { SmtpTransport } from '../mailboxes/smtp-connection.ts';

/** How long an unused connection is kept; servers close one after some minutes themselves. */
const IDLE_MS = 30_000;
/** Max. age of a connection, because its sign-in may have been revoked since. */
const AGE_MS = 300_000;

/** The connections to one mailbox's server, opened with the first mail. */
export class SmtpConnections {
  #open: () => Promise<SmtpTransport>;
  #transport: Promise<SmtpTransport> | undefined;
  #wasOpen = false;
  /** Drops the cached credentials, after the server has refused them. */
  readonly forgetSignIn: () => void;

  constructor(open: () => Promise<SmtpTransport>, forgetSignIn: () => void) {
    this.#open = open;
    this.forgetSignIn = forgetSignIn;
  }

  transport(): Promise<SmtpTransport> {
    if (!this.#transport) {
      this.#transport = this.#open();
      // Whoever sends gets this error as well; it must not count as unhandled when nobody sends.
      this.#transport.catch(() => undefined);
    }
    return this.#transport;
  }

  /** Notes, for the mail that is sent next, whether the connections were open already. */
  use(): void {
    this.#wasOpen = this.#transport !== undefined;
  }

  /**
   * Sending over `used` failed: the next mail opens new connections. Returns true if the failure is not to be reported, because
   * the server may just have closed an idle connection: the same mail is tried again at once.
   */
  async failed(used: Promise<SmtpTransport>): Promise<boolean> {
    if (this.#transport !== used) return true;
    const wasOpen = this.#wasOpen;
    await this.close();
    return wasOpen;
  }

  /** E-mails that are being sent are finished first. */
  async close(): Promise<void> {
    const old = this.#transport;
    this.#transport = undefined;
    this.#wasOpen = false;
    (await old?.catch(() => undefined))?.close();
  }
}

type PooledConnections = {
  connections: SmtpConnections;
  /** The server settings and credentials that they were opened with. */
  smtp: string;
  openedAt: number;
  /** Cancels the planned closing; set while nobody uses them. */
  cancelClosing?: () => void;
};

export type SmtpConnectionPool = {
  /** The connections of a mailbox, for one caller at a time, who returns them by `giveBack`. */
  take(mailbox: MailboxRow): Promise<SmtpConnections>;
  giveBack(mailboxId: number): void;
  stop(): Promise<void>;
};

/** Keeps SMTP connections open for a while, because opening one takes longer than sending a mail. */
export function createSmtpConnectionPool(
  clock: Clock,
  open: (mailbox: MailboxRow) => Promise<SmtpTransport>,
  forgetSignIn: (mailbox: MailboxRow) => void,
): SmtpConnectionPool {
  const all = new Map<number, PooledConnections>();

  async function drop(mailboxId: number): Promise<void> {
    const kept = all.get(mailboxId);
    all.delete(mailboxId);
    kept?.cancelClosing?.();
    await kept?.connections.close();
  }

  return {
    async take(mailbox) {
      const smtp = JSON.stringify(mailbox.smtp);
      const now = clock.now().getTime();
      const kept = all.get(mailbox.id);
      kept?.cancelClosing?.();
      if (kept?.smtp === smtp && now - kept.openedAt < AGE_MS) {
        kept.connections.use();
        return kept.connections;
      }
      await drop(mailbox.id);
      const connections = new SmtpConnections(
        () => open(mailbox),
        () => forgetSignIn(mailbox),
      );
      all.set(mailbox.id, { connections, smtp, openedAt: now });
      return connections;
    },

    giveBack(mailboxId) {
      const kept = all.get(mailboxId);
      if (kept) kept.cancelClosing = clock.after(IDLE_MS, () => void drop(mailboxId));
    },

    async stop() {
      await Promise.all([...all.keys()].map((mailboxId) => drop(mailboxId)));
    },
  };
}
