/** What can be done to the selected tickets in a dialog. */
export type BulkDialogKind = 'change' | 'macro' | 'snooze';
