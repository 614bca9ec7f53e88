import os from 'node:os';
import { finishRecording } from './finish.ts';

// A process of its own with low priority: finishing an hour of video takes seconds of CPU, which must not disturb calls.
os.setPriority(os.constants.priority.PRIORITY_LOW);
// Ends with the media server; its next start continues.
process.on('disconnect', () => process.exit(1));
if (process.send && !process.connected) process.exit(1);
// Files are readable by this user only.
process.umask(0o077);
const folder = process.argv[2];
if (folder === undefined) process.exit(2);
const done = await finishRecording(folder);
process.exit(done ? 0 : 1);
