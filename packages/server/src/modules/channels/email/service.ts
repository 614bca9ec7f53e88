import type { BodyOf, MailboxTest, testMailbox } from '@trunkline/contract';
import { systemClock } from '#platform/clock';
import type { MailConfig } from '#platform/config/mail-config';
import type { Platform } from '#platform/platform';
import { createResolveTxt } from '#platform/network/resolve-txt';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createMailReplyRecipients, type MailReplyRecipients } from './compose/reply-recipients-service.ts';
import { createMailChannel } from './compose/compose-service.ts';
import { createMailboxConnectors } from './mailboxes/connectors-service.ts';
import { createForwarding } from './compose/forwarding.ts';
import { moveMailsOnMerge } from './follow-merge.ts';
import { backfillHtmlSearch } from './inbound/html-backfill.ts';
import { createIgnored, type IgnoredMails } from './inbound/ignored-service.ts';
import { createMailFetcher } from './inbound/mail-fetcher-service.ts';
import { createMailServerAccess } from './mailboxes/mail-server-access.ts';
import { createMailboxTest } from './mailboxes/test-service.ts';
import { createMailboxes, type Mailboxes } from './mailboxes/mailboxes-service.ts';
import { createMailDrafts, type MailDrafts } from './compose/mail-drafts-service.ts';
import { createNewMails, type NewMails } from './compose/new-mail-service.ts';
import { createMailRecords } from './outbound/mail-records.ts';
import { createOutbox } from './outbound/outbox-service.ts';
import { createProactiveMails, type ProactiveMails } from './outbound/proactive-service.ts';
import { createMailParser } from './parsing/mail-parser.ts';
import { createMailReader } from './inbound/read-mail.ts';
import { createProcessing } from './inbound/processing-service.ts';
import { createSignIns } from './mailboxes/sign-in.ts';
import { createIngest } from './inbound/ingest-service.ts';
import { createMailView, type MailView } from './inbound/view-service.ts';
import { registerMailErasure } from './erasing.ts';
import { expireMails } from './mail-retention.ts';
import { registerMailExport } from './customer-export.ts';

/** E-mail: mailboxes are watched, received mails become messages, and replies become mails. */
export type Email = {
  mailboxes: Mailboxes;
  answers: MailReplyRecipients;
  newMails: NewMails;
  proactive: ProactiveMails;
  drafts: MailDrafts;
  ignored: IgnoredMails;
  view: MailView;
  /** Tests mailbox settings against the real servers, IMAP and SMTP at the same time, and returns how far each got. */
  test(body: BodyOf<typeof testMailbox>): Promise<MailboxTest>;
  /** Continues both queues after a crash or a pause; jobs call it every minute. */
  recoverPending(): Promise<void>;
  /** Starts watching the mailboxes, and continues the queues. */
  start(): void;
  /** Waits for work in progress. */
  stop(): Promise<void>;
};

type Deps = Platform & {
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  mail: MailConfig;
};

export function createEmail(deps: Deps): Email {
  const { conversations, tickets, log } = deps;
  tickets.relations.onMerge(moveMailsOnMerge);
  registerMailErasure(deps.customers);
  registerMailExport(deps);
  expireMails(deps.settings);
  const reach = createMailServerAccess(deps.mail);
  const mailboxes = createMailboxes({ ...deps, serverAccess: reach });
  const signIns = createSignIns({ ...deps, opened: reach.opened });
  const fetcher = createMailFetcher(deps);
  const connectors = createMailboxConnectors({ ...deps, mailboxes, fetcher, signIns, serverAccess: reach });
  const { resolveTxt = createResolveTxt(), reading } = deps.mail;
  // Uses the system clock, because parsing is limited in real time, whatever the time of the workspace.
  const apart = createMailParser({ clock: systemClock, resolveTxt, ...reading });
  const reader = createMailReader({ ...deps, apart });
  const records = createMailRecords(deps);
  const proactive = createProactiveMails({ ...deps, mailboxes });
  const ingest = createIngest({ ...deps, reader, records, proactive });
  backfillHtmlSearch({ ...deps, apart });
  const processing = createProcessing({ ...deps, mailboxes, reader, ingest });
  const outbox = createOutbox({ ...deps, mailboxes, signIns, serverAccess: reach, records });
  const forwarding = createForwarding({ ...deps, apart });
  const channel = createMailChannel({ ...deps, mailboxes, forwarding });
  conversations.register({ ...channel, retry: outbox.retry });

  let leftBehind: Promise<void> = Promise.resolve();
  /** Continues both queues after a crash or a pause. */
  async function recoverPending(): Promise<void> {
    await processing.recoverPending();
    await outbox.recoverPending();
  }

  return {
    mailboxes,
    answers: createMailReplyRecipients(deps),
    newMails: createNewMails({ ...deps, mailboxes, channel }),
    proactive,
    drafts: createMailDrafts(deps),
    ignored: createIgnored({ ...deps, mailboxes, reader, ingest }),
    view: createMailView({ ...deps, apart }),
    test: createMailboxTest({ ...deps, mailboxes, signIns, serverAccess: reach }),
    recoverPending,

    start() {
      connectors.start();
      leftBehind = recoverPending().catch((error: unknown) =>
        log.error({ err: error }, 'could not go on with the mail that was left'),
      );
    },
    async stop() {
      await connectors.stop();
      await leftBehind;
      await Promise.all([processing.stop(), outbox.stop()]);
      await apart.stop();
    },
  };
}
