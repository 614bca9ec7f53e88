export type { DepartmentMergeParticipant } from './departments/merge-service.ts';
export { changedAnswers, demandAnswers } from './custom-fields.ts';
export { conditionNow, conditionOn, rowsWith } from './field-condition.ts';
export { readHours, type AffectedDeadlines } from './office-hours-service.ts';
export { settingsRoutes } from './routes.ts';
export { readTimeZone, tagsIn } from './store.ts';
export type { StartOptions } from './workspace-settings.ts';
export { countExpired, listExpired, type ExpiredRows } from './retention-store.ts';
export { createSettings, type Settings } from './service.ts';
