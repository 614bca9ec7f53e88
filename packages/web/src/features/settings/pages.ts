export { AccountsPage } from './accounts/accounts-page.tsx';
export { AutoRepliesPage } from './autoreplies/auto-replies-page.tsx';
export { BlocksPage } from './blocks/blocks-page.tsx';
export { WorkspaceSettingsPage } from './app/workspace-settings-page.tsx';
export { ListFieldsPage } from './list-fields/list-fields-page.tsx';
export { MailboxesPage } from './mailboxes/mailboxes-page.tsx';
export { WidgetsPage } from './widgets/widgets-page.tsx';
