export { ChecklistPage } from './checklist-page.tsx';
export { SetupPage } from './setup-page.tsx';
export { SetupNotice } from './setup-notice.tsx';
