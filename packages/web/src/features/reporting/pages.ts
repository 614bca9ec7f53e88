export { UserActivityPage } from './activity/user-activity-page.tsx';
export { ReportPage } from './reports/report-page.tsx';
