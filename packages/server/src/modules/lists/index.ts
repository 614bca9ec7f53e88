export { listCustomFields } from './custom-field-store.ts';
export { KEPT } from './definitions.ts';
export { createLists, type Lists } from './list-service.ts';
export type { RowChange } from './operation-store.ts';
export { listRoutes } from './routes.ts';
export { shareRules } from './rules-lock.ts';
export { shareList } from './store.ts';
export { fillVariables, variableOf, variablesIn } from './variables.ts';
