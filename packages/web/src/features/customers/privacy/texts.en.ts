const texts = {
  title: 'Privacy',
  export: 'Export data',
  'export-again': 'Export again',
  'export-hint': 'Profile, tickets, messages, notes, files and recordings in one ZIP file.',
  exporting: 'Being exported…',
  exported: 'Exported {{when}} by {{who}}; deleted {{until}}',
  'export-failed': 'The last export failed. Request it again.',
  download: 'Download ({{size}})',
  hold: 'Legal hold',
  release: 'End legal hold',
  erase: 'Erase',
  held: 'On legal hold since {{when}} ({{who}}):',
  'hold-title': 'Put {{name}} on legal hold',
  'hold-hint': 'During a legal hold this customer can’t be erased.',
  reason: 'Reason',
  cancel: 'Cancel',
  'erase-title': 'Erase {{name}}?',
  'erase-hint':
    'Profile, messages, files and recordings are deleted for good. Counts and times stay. This can’t be undone.',
  open_one: 'Solve or close {{count}} open ticket first.',
  open_other: 'Solve or close {{count}} open tickets first.',
  'type-name': 'Type “{{name}}” to confirm',
  erasing: 'Being erased…',
  erased: 'Erased {{when}} by {{who}}',
  failed: 'Couldn’t save. Try again in a moment.',
};

export default texts;
