import type { MessagingProvider } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { ProviderConfig } from '#platform/config/provider-config';
import { createPrivateHosts } from '#platform/network/private-hosts';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import { registerMessagingErasure } from './erasing.ts';
import { registerMessagingExport } from './customer-export.ts';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createAccounts, type Accounts } from './accounts/accounts-service.ts';
import { createMessagingChannel } from './outbound/channel.ts';
import { createEnqueueMessage } from './outbound/enqueue.ts';
import { createMessageRecords } from './outbound/message-records.ts';
import { createProactiveMessages, type ProactiveMessages } from './outbound/proactive-service.ts';
import { createContacts } from './inbound/contacts-service.ts';
import { createMessageUpdates } from './inbound/message-updates-service.ts';
import { createWebhookReceiver, type WebhookReceiver } from './inbound/webhook-receiver-service.ts';
import { createLostAccounts, type LostAccounts } from './accounts/lost-service.ts';
import { createMediaFetching } from './inbound/media-service.ts';
import { createProfileLookup } from './inbound/profile-lookup-service.ts';
import { createNewTemplates, type NewTemplates } from './templates/new-template-service.ts';
import { createOptOut } from './inbound/opt-out-service.ts';
import { createOutbox } from './outbound/outbox-service.ts';
import { createProcessing } from './inbound/processing-service.ts';
import { createDeliveryWatermark } from './outbound/delivery-watermark-service.ts';
import type { Provider } from './providers/provider.ts';
import { createProviders } from './providers/providers.ts';
import { createRefusedDeliveryCounter } from './accounts/refused-deliveries.ts';
import { createMessagingReach } from './outbound/reach.ts';
import { createReceipts } from './outbound/receipts-service.ts';
import { createIngest } from './inbound/ingest-service.ts';
import { createUnprocessedDeliveries, type UnprocessedDeliveries } from './inbound/unprocessed-service.ts';
import type { SmppConnection } from './smpp/line-service.ts';
import { createSmppConnections } from './smpp/lines-service.ts';
import { createSmppIngest } from './smpp/ingest-service.ts';
import { createTemplates, type Templates } from './templates/templates-service.ts';

/** Messaging channels: deliveries of providers become messages on tickets, and replies are sent through them. */
export type Messaging = {
  accounts: Accounts;
  /** Accounts that can't be used for now. */
  lost: LostAccounts;
  templates: Templates;
  newTemplates: NewTemplates;
  proactive: ProactiveMessages;
  webhookReceiver: WebhookReceiver;
  unprocessed: UnprocessedDeliveries;
  /** Continues all queues after a crash or a pause; jobs call it every minute. */
  recoverPending(): Promise<void>;
  /** Continues the queue. */
  start(): void;
  /** Waits a moment for requests in progress. */
  stop(): Promise<void>;
};

/** Base URLs of the providers' APIs, other than their own only for tests and simulation. `patienceMs`: timeout of a request. */
export type ProviderUrls = ProviderConfig & { patienceMs?: number };
type Deps = Platform & {
  auth: Auth;
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  urls: ProviderUrls;
  smppPrivateHosts: readonly string[];
};

/** A request in progress is usually answered within this time. */
const GRACE_MS = 3000;
const PATIENCE_MS = 30_000;

export function createMessaging(deps: Deps): Messaging {
  const { clock, jobs, log, notices, conversations } = deps;
  registerMessagingErasure(deps.customers);
  registerMessagingExport(deps.customers);
  let leftBehind: Promise<void> = Promise.resolve();
  /** Aborts requests in progress at shutdown. */
  const close = new AbortController();
  const { signal: closing } = close;
  const { patienceMs = PATIENCE_MS } = deps.urls;
  const lines = new Map<number, SmppConnection>();
  const opened = createPrivateHosts(deps.smppPrivateHosts);
  const all = Object.values(createProviders({ urls: deps.urls, patienceMs, closing, lines, opened }));
  const providers: ReadonlyMap<MessagingProvider, Provider> = new Map(all.map((one) => [one.provider, one]));
  const refusals = createRefusedDeliveryCounter(deps);
  const accounts = createAccounts({ ...deps, providers, refusals });
  const records = createMessageRecords(deps);
  const updates = createMessageUpdates({ ...deps, records });
  const watermark = createDeliveryWatermark({ updates });
  const profileLookup = createProfileLookup({ ...deps, accounts });
  const contacts = createContacts({ ...deps, accounts, wakeProfileLookup: profileLookup.wake });
  const media = createMediaFetching({ ...deps, accounts, closing });
  const optOut = createOptOut({ ...deps, records });
  const templates = createTemplates({ ...deps, accounts });
  const enqueue = createEnqueueMessage({ ...deps, accounts, templates });
  const proactive = createProactiveMessages({ ...deps, accounts, contacts, templates, enqueue });
  const ingest = createIngest({
    ...deps,
    accounts,
    contacts,
    updates,
    media,
    watermark,
    optOut,
    proactive,
  });
  const processing = createProcessing({
    ...deps,
    accounts,
    updates,
    watermark,
    profileLookup,
    ingest,
    templates,
    optOut,
  });
  const outbox = createOutbox({ ...deps, accounts, updates, records, watermark, optOut, closing });
  const receipts = createReceipts({ ...deps, accounts });
  const smppIngest = createSmppIngest({ ...deps, wake: processing.wake });
  const operators = createSmppConnections({
    ...deps,
    accounts,
    lines,
    opened,
    ingest: smppIngest,
    isUp: outbox.refresh,
  });
  // Only one process has the SMPP line; the others tell it of waiting messages.
  notices.on('messaging-waits', ({ id }: { id: number }) => {
    if (lines.has(id)) outbox.wake(id);
  });
  conversations.register({
    ...createMessagingChannel({ ...deps, accounts, templates, enqueue }),
    ...createMessagingReach({ ...deps, accounts, contacts }),
    mediaIds: [...new Set(all.map(({ mediaId }) => mediaId))],
    retry: outbox.retry,
  });

  async function recoverOthers(): Promise<void> {
    await smppIngest.recoverPending();
    await refusals.write();
  }
  jobs.define('messaging:recover', recoverOthers);
  jobs.schedule('messaging:recover', '* * * * *');

  /** Continues all queues after a crash or a pause. */
  async function recoverPending(): Promise<void> {
    await recoverOthers();
    await media.recoverPending();
    await profileLookup.recoverPending();
    await processing.recoverPending();
    await outbox.recoverPending();
  }

  return {
    accounts,
    lost: createLostAccounts({ ...deps, accounts }),
    templates,
    proactive,
    newTemplates: createNewTemplates({ ...deps, accounts, templates }),
    recoverPending,
    webhookReceiver: createWebhookReceiver({ ...deps, accounts, wake: processing.wake }),
    unprocessed: createUnprocessedDeliveries({ ...deps, accounts, wake: processing.wake }),
    start() {
      operators.start();
      leftBehind = recoverPending().catch((error: unknown) =>
        log.error({ err: error }, 'could not go on with the messages that were left'),
      );
    },
    async stop() {
      const cancel = clock.after(GRACE_MS, () => {
        close.abort();
        void operators.stop();
      });
      await leftBehind;
      await Promise.all([
        processing.stop(),
        outbox.stop(),
        media.stop(),
        profileLookup.stop(),
        receipts.stop(),
      ]);
      cancel();
      close.abort();
      await operators.stop();
      await refusals.write();
    },
  };
}
