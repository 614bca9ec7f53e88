import type { Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';

/** Runs macros, which belong to a module above this one. */
export type MacroRunner = {
  /** @throws AppError `not_found` for an unknown macro */
  demand(q: Query, viewer: Viewer, macroId: number): Promise<void>;
  /** Runs all steps on a locked ticket; returns it as changed. After a refusal the caller must roll back. */
  run(
    tx: Tx,
    viewer: Viewer,
    ticket: Ticket,
    wanted: { macro_id: number; client_key: string },
  ): Promise<Ticket>;
};
export type BulkMacros = MacroRunner & { register(runner: MacroRunner): void };

export function createBulkMacros(): BulkMacros {
  let runner: MacroRunner | undefined;
  function registered(): MacroRunner {
    if (!runner) throw new Error('nobody runs macros');
    return runner;
  }
  return {
    register: (given) => void (runner = given),
    demand: (q, viewer, macroId) => registered().demand(q, viewer, macroId),
    run: (tx, viewer, ticket, wanted) => registered().run(tx, viewer, ticket, wanted),
  };
}
