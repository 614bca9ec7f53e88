/** The words of what was recorded of calls. */
const recording = {
  recording: 'Being recorded',
  finishing: 'The recording is being finished',
  failed: 'The recording failed',
  deleted_one: 'The recording was deleted after {{count}} day',
  deleted_other: 'The recording was deleted after {{count}} days',
  download: 'Download',
  keep: 'Keep',
  kept: 'Kept',
  keepHint: 'Keep this recording although its time will be over',
  keepFailed: 'It could not be changed whether this recording is kept',
  deletesAt: 'Will be deleted on {{date}}',
};

export default recording;
