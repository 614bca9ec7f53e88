export { defineHeldQueue, defineLeasedQueue, defineLockedQueue } from './queue.ts';
export { createLeasedWorker, createLockedWorker, createWorker } from './worker.ts';
