export { errorReportRoutes } from './routes.ts';
export { createErrorReports } from './service.ts';
