export { checkAudit, auditCheckText } from './check.ts';
export { auditRoutes } from './routes.ts';
export { createAudit, type Audit } from './service.ts';
