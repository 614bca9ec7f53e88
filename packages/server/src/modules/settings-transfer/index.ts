export { settingsTransferRoutes } from './routes.ts';
export { createSettingsTransfers, type SettingsTransfers } from './service.ts';
