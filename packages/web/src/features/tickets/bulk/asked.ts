/** What can be done to the selected tickets in a dialog. */
export type Asked = 'change' | 'macro' | 'snooze';
