import { DEPARTMENT_USES, type DepartmentUse, type DepartmentUses, type ListKind } from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import { insertAudit } from '#platform/audit';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { lockDepartment, type Lists } from '#modules/lists';
import { findDepartment } from '../store.ts';

export type DepartmentMove = { from: number; to: number; viewer: Viewer };

/**
 * Rows of a module that refer to departments. Every module with a new column or setting that contains a department must register
 * one.
 */
export type DepartmentMergeParticipant = {
  /** `table.column`s that refer to the remaining department after a merge. */
  columns: readonly string[];
  /** `table.column`s of history, which keep referring to the removed department. */
  history?: readonly string[];
  count(q: Query, id: number): Promise<Partial<DepartmentUses>>;
  /**
   * Locks rows before the department itself is locked, because whoever holds their lock may be about to write to the department.
   */
  lock?(q: Query, id: number): Promise<void>;
  move(tx: Tx, merge: DepartmentMove): Promise<void>;
};

/** Merges departments, and counts beforehand what that concerns. */
export type DepartmentMerging = {
  /** For modules whose rows name departments. */
  register(place: DepartmentMergeParticipant): void;
  /** All registered columns, including those of history. */
  columns(): string[];
  /** Counts what refers to the department. Refuses what `merge` refuses. */
  preview(viewer: Viewer, id: number, intoId: number): Promise<DepartmentUses>;
  /**
   * Replaces the department by another one everywhere, in one transaction. @throws AppError `conflict` for the same department,
   * one that was merged already, and an inactive target; `forbidden` for users who may not assign users to departments
   */
  merge(viewer: Viewer, id: number, intoId: number): Promise<DepartmentUses>;
};

const USE_OF_LIST: Partial<Record<ListKind, DepartmentUse>> = {
  templates: 'templates',
  macros: 'macros',
  automation: 'automation',
  break_reasons: 'break_reasons',
  departments: 'departments',
};

/** Columns that the lists module updates itself, and a counter and rows that triggers update when tickets move. */
const OF_LISTS = [
  'templates.department_id',
  'macros.department_id',
  'macros.move_to_id',
  'automation_rules.move_to_id',
  'break_reasons.department_id',
  'departments.overflow_id',
  'departments.merged_into',
] as const;

type Deps = Pick<Platform, 'db' | 'notices'> & { lists: Lists };

export function createDepartmentMerging({ db, notices, lists }: Deps): DepartmentMerging {
  const places: DepartmentMergeParticipant[] = [];

  async function demandMergeable(q: Query, viewer: Viewer, id: number, intoId: number) {
    const [from, into] = [found(await findDepartment(q, id)), found(await findDepartment(q, intoId))];
    // The merge adds users to the remaining department, so that they see its tickets.
    demand(viewer, 'USERS:EDIT');
    if (id === intoId) throw new AppError('conflict', { reason: 'same_department' });
    for (const one of [from, into]) {
      const target = one.merged_into === null ? undefined : await findDepartment(q, one.merged_into);
      if (target) throw new AppError('conflict', { reason: 'department_merged', name: target.name });
    }
    if (!into.is_active) throw new AppError('conflict', { reason: 'department_inactive' });
    return { from, into };
  }

  async function count(q: Query, id: number): Promise<DepartmentUses> {
    const uses = Object.fromEntries(DEPARTMENT_USES.map((use) => [use, 0])) as DepartmentUses;
    const some = [];
    for (const place of places) some.push(await place.count(q, id));
    for (const [kind, total] of Object.entries(await lists.referring(q, 'departments', id))) {
      const use = USE_OF_LIST[kind as ListKind];
      if (use) some.push({ [use]: total });
    }
    for (const own of some) for (const use of DEPARTMENT_USES) uses[use] += own[use] ?? 0;
    return uses;
  }

  return {
    register: (place) => void places.push(place),

    columns: () => [...OF_LISTS, ...places.flatMap(({ columns, history = [] }) => [...columns, ...history])],

    async preview(viewer, id, intoId) {
      await demandMergeable(db.q, viewer, id, intoId);
      return count(db.q, id);
    },

    merge: (viewer, id, intoId) =>
      db.transaction(async (tx) => {
        await lists.merging.lock(tx);
        const { from, into } = await demandMergeable(tx.q, viewer, id, intoId);
        for (const { lock } of places) await lock?.(tx.q, id);
        await lockDepartment(tx.q, id);
        const uses = await count(tx.q, id);
        const merge = { from: id, to: intoId, viewer };
        for (const { move } of places) await move(tx, merge);
        await lists.merging.write(tx, viewer, merge);
        await insertAudit(tx.q, {
          viewer,
          action: 'department.merged',
          subject: `department ${id}`,
          details: { name: from.name, into_id: intoId, into: into.name, ...uses },
        });
        // Tickets, users and settings have moved: all screens fetch everything again.
        tx.emit('rights-changed', {}, ['everyone']);
        tx.afterCommit(() => notices.send('route', null));
        return uses;
      }),
  };
}
