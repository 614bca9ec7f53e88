import * as afterCalls from './calls/after-calls.ts';
import * as agentDashboard from './reporting/agent-dashboard.ts';
import * as agents from './people/agents.ts';
import * as apiKeys from './integrations/api-keys.ts';
import * as audit from './settings/audit.ts';
import * as auth from './people/auth.ts';
import * as automation from './automation/automation-endpoints.ts';
import * as autoReplies from './automation/auto-replies.ts';
import * as backups from './settings/backups.ts';
import * as branding from './settings/branding.ts';
import * as callBacks from './calls/call-backs.ts';
import * as callMoves from './calls/call-moves.ts';
import * as conversations from './conversations/conversations.ts';
import * as ownQueue from './conversations/own-queue.ts';
import * as answerChannels from './conversations/answer-channels.ts';
import * as availability from './conversations/availability.ts';
import * as scheduled from './conversations/scheduled-endpoints.ts';
import * as blocks from './customers/blocks.ts';
import * as customerImports from './customers/customer-imports.ts';
import * as customerColumns from './customers/customer-columns.ts';
import * as customerMerges from './customers/customer-merges.ts';
import * as customerPackages from './customers/customer-packages.ts';
import * as customerPrivacy from './customers/customer-privacy.ts';
import * as customers from './customers/customers.ts';
import * as departmentMerge from './settings/department-merge.ts';
import type { Endpoint } from './kit/endpoint.ts';
import * as errorReporting from './settings/error-reporting.ts';
import * as files from './kit/files.ts';
import * as floor from './monitoring/floor.ts';
import * as floorActions from './monitoring/floor-actions.ts';
import * as floorAlerts from './monitoring/floor-alerts.ts';
import * as floorReplay from './monitoring/floor-replay.ts';
import * as firstRun from './settings/first-run.ts';
import * as health from './kit/health.ts';
import * as ignoredMails from './mail/ignored-mails.ts';
import * as levels from './people/levels.ts';
import * as information from './information/information.ts';
import { LISTS } from './settings/lists.ts';
import * as listLayouts from './settings/list-layouts.ts';
import * as livechat from './livechat/livechat.ts';
import * as liveCalls from './calls/live-calls.ts';
import * as macros from './automation/macros.ts';
import * as mail from './mail/mail-endpoints.ts';
import * as mailboxes from './mail/mailboxes.ts';
import * as metricCatalogue from './reporting/metric-catalogue.ts';
import * as messageTemplates from './messaging/message-templates.ts';
import * as messaging from './messaging/messaging.ts';
import * as newMail from './mail/new-mail.ts';
import * as newTemplate from './messaging/new-template.ts';
import * as officeHours from './settings/office-hours.ts';
import * as passkeys from './people/passkeys.ts';
import * as people from './people/people.ts';
import * as peopleImports from './people/people-import.ts';
import * as phoneCalls from './telephony/phone-calls.ts';
import * as providers from './people/providers.ts';
import * as recordings from './calls/recordings.ts';
import * as retention from './settings/retention.ts';
import * as roomAccess from './calls/room-access.ts';
import * as rooms from './calls/rooms.ts';
import { REPORTS } from './reporting/reports.ts';
import * as savedReports from './reporting/saved-reports.ts';
import * as search from './tickets/search.ts';
import * as searchExcerpts from './tickets/search-excerpts.ts';
import * as reportExports from './reporting/report-exports.ts';
import * as serviceLevels from './reporting/service-levels.ts';
import * as shifts from './reporting/shifts.ts';
import * as userActivity from './reporting/user-activity.ts';
import * as secondFactor from './people/second-factor.ts';
import * as seeing from './people/seeing.ts';
import * as settings from './settings/settings.ts';
import * as settingsTransfer from './settings/settings-transfer.ts';
import * as sla from './tickets/sla.ts';
import * as phoneLine from './telephony/phone-line.ts';
import * as phoneSetup from './telephony/phone-setup.ts';
import * as telephony from './telephony/telephony.ts';
import * as bulk from './tickets/ticket-bulk.ts';
import * as surveyDashboard from './reporting/survey-dashboard.ts';
import * as ticketDashboard from './reporting/ticket-dashboard.ts';
import * as ticketDrafts from './tickets/ticket-drafts.ts';
import * as tickets from './tickets/ticket-endpoints.ts';
import * as views from './tickets/ticket-views.ts';
import * as ticketRelations from './tickets/ticket-relations.ts';
import * as walls from './monitoring/walls.ts';
import * as webForms from './livechat/web-forms.ts';
import * as webhooks from './integrations/webhooks.ts';

const subjects = [
  audit,
  auth,
  levels,
  apiKeys,
  autoReplies,
  callMoves,
  settings,
  firstRun,
  errorReporting,
  backups,
  branding,
  information,
  listLayouts,
  officeHours,
  departmentMerge,
  afterCalls,
  agents,
  customers,
  customerPackages,
  customerPrivacy,
  customerColumns,
  customerMerges,
  customerImports,
  ticketDrafts,
  tickets,
  bulk,
  views,
  ticketRelations,
  settingsTransfer,
  sla,
  conversations,
  ownQueue,
  scheduled,
  answerChannels,
  blocks,
  availability,
  files,
  livechat,
  liveCalls,
  floor,
  floorActions,
  floorAlerts,
  floorReplay,
  macros,
  automation,
  mail,
  mailboxes,
  messaging,
  messageTemplates,
  ignoredMails,
  newMail,
  newTemplate,
  passkeys,
  people,
  peopleImports,
  phoneCalls,
  providers,
  recordings,
  retention,
  roomAccess,
  rooms,
  callBacks,
  search,
  searchExcerpts,
  secondFactor,
  seeing,
  phoneLine,
  phoneSetup,
  telephony,
  reportExports,
  savedReports,
  ticketDashboard,
  serviceLevels,
  shifts,
  agentDashboard,
  metricCatalogue,
  surveyDashboard,
  userActivity,
  walls,
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

const ofReports = Object.values(REPORTS).flatMap(({ code, read, list, file }) =>
  Object.entries({ read, list, file }).map(([verb, each]): [string, Endpoint] => [`${code}.${verb}`, each]),
);

/** Every endpoint by its exported name; those of lists and reports by list and verb. Used by tests and the API reference. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ...subjects.flatMap((subject) =>
    Object.entries(subject).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
  ...ofLists,
  ...ofReports,
]);
