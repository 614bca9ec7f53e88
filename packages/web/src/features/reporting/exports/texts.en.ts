const texts = {
  export: 'Export',
  format: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
  files: 'Exported files',
  kept_one: 'Files are kept for {{count}} day.',
  kept_other: 'Files are kept for {{count}} days.',
  none: 'No files yet',
  'none-hint': 'Export a report, and its file is kept here.',
  waiting: 'Waiting to start',
  working: 'Creating: {{lines}} rows so far',
  made: '{{lines}} rows · {{size}} · as of {{time}}',
  download: 'Download',
  again: 'Try again',
  cancel: 'Cancel export',
  remove: 'Delete file',
  failed: 'The export could not be started.',
  fault: {
    disk_full: 'The server’s disk is full.',
    not_allowed: 'You are no longer allowed to see this report.',
    other: 'The file could not be created.',
  },
};
export default texts;
