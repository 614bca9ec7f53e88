/** Texts of call recordings. */
const recording = {
  recording: 'Recording',
  finishing: 'Processing recording',
  failed: 'Recording failed',
  deleted_one: 'Recording deleted after {{count}} day',
  deleted_other: 'Recording deleted after {{count}} days',
  download: 'Download',
  keep: 'Keep',
  kept: 'Kept',
  keepHint: 'Don’t delete this recording automatically',
  keepFailed: 'Couldn’t change this recording',
  deletesAt: 'Will be deleted on {{date}}',
};

export default recording;
