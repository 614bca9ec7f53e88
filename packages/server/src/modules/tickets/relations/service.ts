import type { Platform } from '#platform/platform';
import type { createChangeService } from '../change-service.ts';
import type { Sla } from '../sla/service.ts';
import type { UndoKeeper } from '../undo/keeper.ts';
import type { Undos } from '../undo/service.ts';
import { createMergeHooks } from './hooks.ts';
import { createLinkService } from './link-service.ts';
import { createMergeService } from './merge-service.ts';
import { createSplitService } from './split-service.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  sla: Sla;
  changes: ReturnType<typeof createChangeService>;
  undos: Undos;
  keeper: UndoKeeper;
  open: Parameters<typeof createSplitService>[0]['open'];
};

/** Tickets among tickets: merging, parting, splitting, linking, following. */
export function createRelations(deps: Deps) {
  const hooks = createMergeHooks();
  return {
    onMerge: hooks.onMerge,
    ...createMergeService({ ...deps, hooks }),
    ...createSplitService({ ...deps, hooks }),
    ...createLinkService(deps),
  };
}
