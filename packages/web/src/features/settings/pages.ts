export { AppConfigPage } from './app-config-page.tsx';
export { WidgetsPage } from './widgets-page.tsx';
