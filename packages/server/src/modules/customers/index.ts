export { customerRealtime, customerRoutes } from './routes.ts';
export { customersWithRows, mergeParticipantOf } from './merge-participants.ts';
export { runCounting, runAllCounting, patternsContaining } from './erasing/erasure-participant.ts';
export type { MergeParticipant } from './merge-service.ts';
export {
  addErasures,
  ERASURES_FILE,
  parseErasures,
  readErasures,
  type ErasedOne,
} from './erasing/erasure-list.ts';
export { namedAnswers } from './export.ts';
export { packagedName, paged, type PackagedFile } from './packages/package-source.ts';
export type { PlacedTickets } from './seen-figures.ts';
export { createCustomers, type Customers } from './service.ts';
