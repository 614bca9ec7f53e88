export { settingsTransferRoutes } from './routes.ts';
export { createSettingsTransfers } from './service.ts';
