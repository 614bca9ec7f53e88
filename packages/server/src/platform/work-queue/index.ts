export { defineLeasedQueue, defineLockedQueue } from './queue.ts';
export { createLeasedWorker, createLockedWorker } from './worker.ts';
