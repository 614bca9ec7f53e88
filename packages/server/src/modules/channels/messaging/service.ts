import type { MessagingProvider } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createAccounts } from './accounts-service.ts';
import { createMessagingChannel } from './channel.ts';
import { createFacts } from './fact-service.ts';
import { createIntake } from './intake-service.ts';
import { createMediaFetching } from './media-service.ts';
import { createOutbox } from './outbox-service.ts';
import { createProcessing } from './processing-service.ts';
import type { Provider } from './provider.ts';
import { createTaking } from './take-service.ts';
import { createTemplates } from './templates-service.ts';
import { createWhatsapp } from './whatsapp/index.ts';

export type Messaging = ReturnType<typeof createMessaging>;
/** Where providers' interfaces are; others than their own only for trying out. */
export type ProviderUrls = { graph: string };
type Deps = Platform & {
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  urls: ProviderUrls;
};

/** Messaging channels: what providers deliver becomes messages on tickets, and answers go out through them. */
export function createMessaging(deps: Deps) {
  const { jobs, log, conversations } = deps;
  const all = [createWhatsapp(deps.urls.graph)];
  const providers: ReadonlyMap<MessagingProvider, Provider> = new Map(all.map((one) => [one.provider, one]));
  const accounts = createAccounts({ ...deps, providers });
  const facts = createFacts(deps);
  const media = createMediaFetching({ ...deps, accounts });
  const taking = createTaking({ ...deps, accounts, facts, wakeMedia: media.wake });
  const templates = createTemplates({ ...deps, accounts });
  const processing = createProcessing({ ...deps, accounts, facts, taking, templates });
  const outbox = createOutbox({ ...deps, accounts, facts });
  conversations.register({
    ...createMessagingChannel({ ...deps, accounts, templates }),
    retry: outbox.retry,
  });

  async function tend(): Promise<void> {
    await processing.tend();
    await outbox.tend();
    await media.tend();
  }

  // A crash keeps its jobs locked for hours; what waits stands in our own tables.
  jobs.define('messaging:tend', tend);
  jobs.schedule('messaging:tend', '* * * * *');

  return {
    accounts,
    outbox,
    templates,
    tend,
    intake: createIntake({ ...deps, accounts, wake: processing.wake }),
    /** Goes on with what was left. */
    start(): void {
      tend().catch((error: unknown) =>
        log.error({ err: error }, 'could not go on with the messages that were left'),
      );
    },
    async stop(): Promise<void> {
      await Promise.all([processing.stop(), outbox.stop(), media.stop()]);
    },
  };
}
