import * as afterCalls from './after-calls.ts';
import * as agents from './agents.ts';
import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as automation from './automation-endpoints.ts';
import * as autoReplies from './auto-replies.ts';
import * as callBacks from './call-backs.ts';
import * as callMoves from './call-moves.ts';
import * as conversations from './conversations.ts';
import * as customerImports from './customer-imports.ts';
import * as customerColumns from './customer-columns.ts';
import * as customerMerges from './customer-merges.ts';
import * as customers from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as health from './health.ts';
import * as ignoredMails from './ignored-mails.ts';
import { LISTS } from './lists.ts';
import * as livechat from './livechat.ts';
import * as liveCalls from './live-calls.ts';
import * as macros from './macros.ts';
import * as mail from './mail-endpoints.ts';
import * as mailboxes from './mailboxes.ts';
import * as messageTemplates from './message-templates.ts';
import * as messaging from './messaging.ts';
import * as newMail from './new-mail.ts';
import * as newTemplate from './new-template.ts';
import * as officeHours from './office-hours.ts';
import * as people from './people.ts';
import * as phoneCalls from './phone-calls.ts';
import * as recordings from './recordings.ts';
import * as roomDoor from './room-door.ts';
import * as rooms from './rooms.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as sla from './sla.ts';
import * as phoneLine from './phone-line.ts';
import * as phoneSetup from './phone-setup.ts';
import * as telephony from './telephony.ts';
import * as bulk from './ticket-bulk.ts';
import * as tickets from './ticket-endpoints.ts';
import * as views from './ticket-views.ts';
import * as ticketRelations from './ticket-relations.ts';
import * as webForms from './web-forms.ts';
import * as webhooks from './webhooks.ts';

const subjects = [
  auth,
  apiKeys,
  autoReplies,
  callMoves,
  settings,
  officeHours,
  afterCalls,
  agents,
  customers,
  customerColumns,
  customerMerges,
  customerImports,
  tickets,
  bulk,
  views,
  ticketRelations,
  sla,
  conversations,
  files,
  livechat,
  liveCalls,
  macros,
  automation,
  mail,
  mailboxes,
  messaging,
  messageTemplates,
  ignoredMails,
  newMail,
  newTemplate,
  people,
  phoneCalls,
  recordings,
  roomDoor,
  rooms,
  callBacks,
  search,
  phoneLine,
  phoneSetup,
  telephony,
  webForms,
  webhooks,
  health,
];

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'permission' in value
  );
}

const ofLists = Object.values(LISTS).flatMap(({ kind, endpoints }) =>
  Object.entries(endpoints).map(([verb, endpoint]): [string, Endpoint] => [`${kind}.${verb}`, endpoint]),
);

/**
 * Every endpoint of the product by the name it is exported under, those of the lists by list and verb: what tests walk
 * and the reference lists.
 */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ...subjects.flatMap((subject) =>
    Object.entries(subject).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
  ...ofLists,
]);
