export { errorReportRoutes } from './routes.ts';
export { createErrorReports, type ErrorReports } from './service.ts';
