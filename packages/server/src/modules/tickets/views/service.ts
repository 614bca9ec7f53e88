import {
  DEFAULT_COLUMNS,
  isCustomFieldKey,
  LIMITS,
  TICKET_COLUMNS,
  type BodyOf,
  type createTicketView,
  type DeskSettings,
  type DeskSettingsWithRole,
  type TicketColumn,
  type TicketView,
  type updateTicketView,
} from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { TicketFields } from '../custom-fields.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
const SHARE = 'CONFIG_LIST_FIELD:EDIT';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  customFields: TicketFields;
  settings: Pick<Settings, 'listLayouts'>;
};

/** Saved views, and each person's desk settings. Shared views need a permission to change. */
export type TicketViews = {
  /** A user's views in their own order, and their desk settings. */
  list(viewer: Viewer): Promise<{ views: TicketView[]; settings: DeskSettingsWithRole }>;
  create(viewer: Viewer, view: BodyOf<typeof createTicketView>): Promise<TicketView>;
  /** @throws AppError `stale` where the version is not the latest */
  update(viewer: Viewer, id: number, change: BodyOf<typeof updateTicketView>): Promise<TicketView>;
  /** Removes a view; it can be restored for a day. */
  remove(viewer: Viewer, id: number): Promise<TicketView>;
  restore(viewer: Viewer, id: number): Promise<TicketView>;
  saveSettings(viewer: Viewer, settings: Partial<DeskSettings>): Promise<DeskSettingsWithRole>;
};

export function createViews({ db, clock, jobs, customFields, settings: { listLayouts } }: Deps): TicketViews {
  const dayAgo = () => new Date(clock.now().getTime() - DAY_MS);
  jobs.define('tickets:remove-old-views', () => store.removeOld(db.q, dayAgo()));
  jobs.schedule('tickets:remove-old-views', '47 3 * * *');

  async function settingsOf(viewer: Viewer): Promise<DeskSettingsWithRole> {
    const { columns: atFirst, sort, may_choose } = await listLayouts.of(viewer.levelId, 'tickets');
    const row = await store.findSettings(db.q, viewer.id);
    const own = may_choose ? columnsOf(row?.columns) : null;
    return {
      at_first: atFirst,
      sort,
      may_choose,
      columns: own ?? atFirst ?? [...DEFAULT_COLUMNS, ...(await customFields.columns(db.q))],
      view_order: row?.view_order ?? [],
      default_view_id: row?.default_view_id ?? null,
      undo_send_seconds: row?.undo_send_seconds ?? 5,
    };
  }

  /** Changes a view of the user's own, or a shared one if they have the permission. */
  async function change(
    viewer: Viewer,
    id: number,
    act: (row: store.ViewRow) => Parameters<typeof store.update>[2],
  ): Promise<TicketView> {
    return db.transaction(async (tx) => {
      const row = await store.lock(tx.q, id);
      const isTheirs = row?.user_id === viewer.id;
      if (!row || !(isTheirs || row.is_shared)) throw new AppError('not_found');
      const fields = act(row);
      if (row.is_shared || fields.is_shared) demand(viewer, SHARE);
      await store.update(tx.q, id, fields);
      emitViewChanged(tx, { ...row, is_shared: row.is_shared || fields.is_shared === true });
      return viewOf(viewer, (await store.lock(tx.q, id)) ?? row);
    });
  }

  const demandVisible = (row: store.ViewRow) => {
    if (row.removed_at) throw new AppError('not_found');
  };

  return {
    async list(viewer) {
      const [rows, settings] = await Promise.all([store.list(db.q, viewer.id), settingsOf(viewer)]);
      const place = new Map(settings.view_order.map((id, index) => [id, index]));
      const placeOf = ({ id }: store.ViewRow) => place.get(id) ?? Infinity;
      const inOrder = rows.toSorted((a, b) =>
        placeOf(a) === placeOf(b) ? a.id - b.id : placeOf(a) - placeOf(b),
      );
      // Own views may choose columns too, so their columns only count if the role allows a choice.
      const toView = (row: store.ViewRow) =>
        settings.may_choose || row.is_shared ? row : { ...row, columns: null };
      return { views: inOrder.map((row) => viewOf(viewer, toView(row))), settings };
    },

    create: (viewer, { search, columns, ...fields }) =>
      db.transaction(async (tx) => {
        if (fields.is_shared) demand(viewer, SHARE);
        if ((await store.countOwn(tx.q, viewer.id)) >= LIMITS.views)
          throw new AppError('conflict', { reason: 'too_many_views' });
        const id = await store.insert(tx.q, viewer.id, {
          ...fields,
          columns,
          search: JSON.stringify(search),
        });
        const row = await store.lock(tx.q, id);
        if (!row) throw new Error(`view ${id} is not readable after it was written`);
        emitViewChanged(tx, row);
        return viewOf(viewer, row);
      }),

    update: (viewer, id, { version, search, ...fields }) =>
      change(viewer, id, (row) => {
        demandVisible(row);
        if (row.version !== version) throw new AppError('stale', { current: viewOf(viewer, row) });
        return { ...fields, ...(search && { search: JSON.stringify(search) }) };
      }),

    remove: (viewer, id) =>
      change(viewer, id, (row) => {
        demandVisible(row);
        return { removed_at: clock.now() };
      }),

    restore: (viewer, id) =>
      change(viewer, id, (row) => {
        if (!row.removed_at || new Date(row.removed_at) < dayAgo()) throw new AppError('not_found');
        return { removed_at: null };
      }),

    async saveSettings(viewer, settings) {
      if (settings.columns && !(await listLayouts.of(viewer.levelId, 'tickets')).may_choose)
        throw new AppError('forbidden');
      if (Object.keys(settings).length > 0)
        await db.transaction(async (tx) => {
          await store.saveSettings(tx.q, viewer.id, settings);
          tx.emit('ticket-views-changed', { view_id: null }, [`user:${viewer.id}`]);
        });
      return settingsOf(viewer);
    },
  };
}

/** Tells everyone who has, had or gets the view to fetch their views again. */
function emitViewChanged(tx: Tx, { id, user_id: userId, is_shared: isShared }: store.ViewRow): void {
  tx.emit('ticket-views-changed', { view_id: id }, [isShared ? 'everyone' : `user:${userId}`]);
}

function viewOf(viewer: Viewer, row: store.ViewRow): TicketView {
  const { id, name, is_shared, search, version } = row;
  return {
    id,
    name,
    is_shared,
    is_mine: row.user_id === viewer.id,
    search,
    columns: columnsOf(row.columns),
    version,
  };
}

/** Columns that no longer exist are left out. */
function columnsOf(stored: readonly string[] | null | undefined): TicketColumn[] | null {
  const isColumn = (name: string): name is TicketColumn =>
    isCustomFieldKey(name) || TICKET_COLUMNS.some((column) => column === name);
  return stored ? stored.filter(isColumn) : null;
}
