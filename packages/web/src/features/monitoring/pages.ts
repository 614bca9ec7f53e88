export { MonitoringPage } from './monitoring-page.tsx';
