import type { DashboardCommonFields } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { useReadOnlySnapshot, readRange, readComparisonRange, type MomentRange } from '../range.ts';

export type FrameDeps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config'> };

type Days = {
  from: string;
  until: string;
  before_from?: string | undefined;
  before_until?: string | undefined;
};
/** `before` is the same part of the compared period; null if not requested. */
export type ComparedRanges = { range: MomentRange; before: MomentRange | null; now: Date };

/** Reads a dashboard in one database snapshot, and adds the fields that all dashboards have. */
export async function readDashboard<Figures>(
  { db, clock, settings }: FrameDeps,
  { from, until, before_from: beforeFrom, before_until: beforeUntil }: Days,
  read: (q: Query, spans: ComparedRanges) => Promise<Figures>,
): Promise<DashboardCommonFields & Figures> {
  const now = clock.now();
  const { time_zone: timeZone } = await settings.config();
  return db.transaction(async ({ q }) => {
    await useReadOnlySnapshot(q);
    const range = await readRange(q, { from, until }, timeZone);
    const before =
      beforeFrom === undefined || beforeUntil === undefined
        ? null
        : await readComparisonRange(q, { from: beforeFrom, until: beforeUntil }, { range, now });
    return {
      time_zone: timeZone,
      at: now.toISOString(),
      starts_at: range.from.toISOString(),
      ends_at: range.until.toISOString(),
      before_ends_at: before && before.until.toISOString(),
      ...(await read(q, { range, before, now })),
    };
  });
}
