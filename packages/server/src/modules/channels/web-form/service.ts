import { Media } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import { registerSubmissionErasure } from './erasing.ts';
import { registerSubmissionExport } from './customer-export.ts';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createChallenges } from './challenges.ts';
import { createForms, type Forms } from './forms-service.ts';
import { createSending, type FormSubmissions } from './sending-service.ts';
import { createSuspectedSpam, type SuspectedSpam } from './spam-service.ts';

/** Web forms on customers' sites: submissions become tickets, which are answered by mail. */
export type WebForms = {
  forms: Forms;
  sending: FormSubmissions;
  spam: SuspectedSpam;
};

type Deps = Platform & {
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
};

export function createWebForms(deps: Deps): WebForms {
  registerSubmissionErasure(deps.customers);
  registerSubmissionExport(deps.customers);
  deps.conversations.register({
    mediaIds: [Media.webForm],
    deliver: () => Promise.reject(new Error('a form cannot be answered on')),
    changed: () => undefined,
  });
  const challenges = createChallenges(deps);
  const forms = createForms({ ...deps, challenges });
  const sending = createSending({ ...deps, challenges, forms });
  return { forms, sending, spam: createSuspectedSpam({ ...deps, sending }) };
}
