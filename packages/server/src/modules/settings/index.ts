export type { DepartmentMove, DepartmentPlace } from './departments/merge-service.ts';
export { changedAnswers, demandAnswers } from './custom-fields.ts';
export { conditionNow, conditionOn, rowsWith } from './field-condition.ts';
export { readHours, type Moved } from './office-hours-service.ts';
export { settingsRoutes } from './routes.ts';
export type { Given } from './app-config.ts';
export { countOver, rowsOver, type Over } from './retention-store.ts';
export { createSettings, type Settings } from './service.ts';
export { tagsIn } from './store.ts';
