/**
 * Work that may fail and is retried, as rows of a module's own table: see docs/architecture.md, "Work that waits". A queue
 * describes the table and has its statements; a worker runs it in this process. Times are Dates, durations milliseconds, owners
 * and ids numbers. Only the database throws here: that another process was faster is a result (`false`, `undefined`, an empty
 * list) and no error.
 */
export { defineHeldQueue, defineLeasedQueue, defineLockedQueue } from './queue.ts';
export { createLeasedWorker, createLockedWorker, createWorker, type Worker } from './worker.ts';
