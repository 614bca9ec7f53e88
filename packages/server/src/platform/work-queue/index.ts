/**
 * Work that may fail and is tried again, as rows of a module's own table: see docs/architecture.md, "Work that waits".
 *
 * A queue describes the table and gives the statements; a worker works it off in this process. Times are Dates, spans
 * milliseconds, owners and ids numbers. Nothing here throws but the database; that somebody else was faster is an answer
 * (`false`, `undefined`, an empty list) and no error.
 */
export { defineHeldQueue, defineLeasedQueue, defineLockedQueue } from './queue.ts';
export { createLeasedWorker, createLockedWorker, createWorker, type Worker } from './worker.ts';
