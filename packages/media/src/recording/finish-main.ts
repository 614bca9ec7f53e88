import os from 'node:os';
import { finishRecording } from './finish.ts';

// A program of its own, behind everything else: an hour of pictures takes seconds, which nobody who talks may hear.
os.setPriority(os.constants.priority.PRIORITY_LOW);
// Without the media server nobody waits for it; the next start goes on with it.
process.on('disconnect', () => process.exit(1));
if (process.send && !process.connected) process.exit(1);
// What is written is for this user only.
process.umask(0o077);
const folder = process.argv[2];
if (folder === undefined) process.exit(2);
const done = await finishRecording(folder);
process.exit(done ? 0 : 1);
