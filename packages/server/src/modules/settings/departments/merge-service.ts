import { DEPARTMENT_USES, type DepartmentUse, type DepartmentUses, type ListKind } from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import { insertAudit } from '#platform/audit';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { lockDepartment, type Lists } from '#modules/lists';
import { findDepartment } from '../store.ts';

export type DepartmentMove = { from: number; to: number; viewer: Viewer };

/** What names departments in tables of a module. Whoever keeps a department in a new column or setting hands one in. */
export type DepartmentMergeParticipant = {
  /** `table.column`s that name the other department after a merge. */
  columns: readonly string[];
  /** `table.column`s that tell of the past, and go on naming the one of then. */
  history?: readonly string[];
  count(q: Query, id: number): Promise<Partial<DepartmentUses>>;
  /** Held first, before the department itself: whoever holds one of these may be about to write to the department. */
  lock?(q: Query, id: number): Promise<void>;
  move(tx: Tx, merge: DepartmentMove): Promise<void>;
};

/** Departments that become one: counted, and merged. */
export type DepartmentMerging = {
  /** For modules whose rows name departments. */
  register(place: DepartmentMergeParticipant): void;
  /** Every column that is led, or is history. */
  columns(): string[];
  /** How much names it. Refuses what `merge` refuses. */
  preview(viewer: Viewer, id: number, intoId: number): Promise<DepartmentUses>;
  /**
   * All that names the department names the other one, in one transaction. Refuses itself (`conflict`), one that was merged
   * already and an inactive other one (`conflict`), and whoever may not say in which departments people are (`forbidden`).
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

/** Columns of the lists, which their own kit leads; a counter and rows by trigger follow the tickets. */
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
    // People get into the other department, and so see its tickets.
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
        // Tickets, people and settings of two departments are those of one: every screen fetches everything anew.
        tx.emit('rights-changed', {}, ['everyone']);
        tx.afterCommit(() => notices.send('route', null));
        return uses;
      }),
  };
}
