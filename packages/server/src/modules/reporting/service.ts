import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { Auth } from '#modules/auth';
import { createMessageFigures, type MessageFigures } from './message-figures/service.ts';
import { createTicketDays, type TicketDays } from './ticket-days/service.ts';
import { reportsInDepartmentMerge } from './saved/department-merge.ts';
import { createSavedReports, type SavedReports } from './saved/service.ts';
import { createReportExports, type ReportExports } from './exports/service.ts';
import { createUserActivity, type UserActivity } from './activity/service.ts';
import { createAgentDashboards, type AgentDashboards } from './dashboards/agents.ts';
import { createSurveyDashboards, type SurveyDashboards } from './dashboards/survey.ts';
import { createTicketDashboards, type TicketDashboards } from './dashboards/tickets.ts';
import { createReportPeople, type ReportPeople } from './people.ts';
import { createReports, type Reports } from './reports/service.ts';
import { createShiftPlans, type ShiftPlans } from './shifts/service.ts';
import { createServiceLevels, type ServiceLevelRules } from './service-levels/service.ts';

export type Reporting = {
  userActivity: UserActivity;
  reports: Reports;
  ticketDashboards: TicketDashboards;
  ticketDays: TicketDays;
  messageFigures: MessageFigures;
  exports: ReportExports;
  saved: SavedReports;
  serviceLevels: ServiceLevelRules;
  shiftPlans: ShiftPlans;
  agentDashboards: AgentDashboards;
  surveyDashboards: SurveyDashboards;
  people: ReportPeople;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'log' | 'publicUrl'> & {
  auth: Pick<Auth, 'viewerOf' | 'user'>;
  settings: Pick<Settings, 'config' | 'audit' | 'mail' | 'customFields' | 'departments'>;
};

/** Reports, dashboards, exports, and users' activities. */
export function createReporting(deps: Deps): Reporting {
  const userActivity = createUserActivity(deps);
  deps.jobs.define('reporting:check-activity', async () => void (await userActivity.checkYesterday()));
  // Hourly, since midnight depends on the workspace's time zone. A finding is stored once.
  deps.jobs.schedule('reporting:check-activity', '10 * * * *');
  const ticketDays = createTicketDays(deps);
  deps.jobs.define('reporting:sum-up-tickets', async () => void (await ticketDays.sumDays()));
  deps.jobs.schedule('reporting:sum-up-tickets', '* * * * *');
  const messageFigures = createMessageFigures(deps);
  deps.jobs.define('reporting:count-messages', async () => void (await messageFigures.count()));
  deps.jobs.schedule('reporting:count-messages', '* * * * *');
  deps.settings.departments.register(reportsInDepartmentMerge);
  const reports = createReports(deps);
  const exports = createReportExports({ ...deps, reports });
  return {
    userActivity,
    reports,
    serviceLevels: createServiceLevels(deps),
    shiftPlans: createShiftPlans(deps),
    ticketDays,
    messageFigures,
    ticketDashboards: createTicketDashboards(deps),
    agentDashboards: createAgentDashboards(deps),
    surveyDashboards: createSurveyDashboards(deps),
    exports,
    people: createReportPeople(deps),
    saved: createSavedReports({ ...deps, exports }),
  };
}
