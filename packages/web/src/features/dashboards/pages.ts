export { TicketDashboardPage } from './tickets/ticket-dashboard-page.tsx';
export { AgentDashboardPage } from './agents/agent-dashboard-page.tsx';
export { SurveyDashboardPage } from './survey/survey-dashboard-page.tsx';
