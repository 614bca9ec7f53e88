import { buffer } from 'node:stream/consumers';
import {
  type BodyOf,
  type createSavedReport,
  daysOfRange,
  REPORTS,
  type ReportMailState,
  type ReportSchedule,
  type SavedReport,
  SAVED_REPORTS_MAX,
  type updateSavedReport,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { demandReport, permissionOf, queryOf, type ReportExports } from '../exports/service.ts';
import type { ExportRow } from '../exports/store.ts';
import { calendarDayOf } from '../range.ts';
import { reportMail } from './mails.ts';
import { lastDue, nextDue } from './schedule.ts';
import * as store from './store.ts';

export type SavedReports = {
  list(viewer: Viewer): Promise<SavedReport[]>;
  /**
   * @throws AppError `forbidden` for a report that they may not see; `invalid` for a wrong query; also refused for a schedule
   * without a mail server
   */
  create(viewer: Viewer, body: BodyOf<typeof createSavedReport>): Promise<SavedReport>;
  /** @throws AppError `not_found` for another user's */
  update(viewer: Viewer, id: number, body: BodyOf<typeof updateSavedReport>): Promise<SavedReport>;
  remove(viewer: Viewer, id: number): Promise<void>;
  /** Requests the exports that are due, once for each recipient and time. */
  sendDue(): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'publicUrl'> & {
  auth: Pick<Auth, 'viewerOf' | 'user'>;
  settings: Pick<Settings, 'config' | 'mail' | 'audit'>;
  exports: ReportExports;
};
type DueReport = Pick<store.SavedRow, 'id' | 'report' | 'query' | 'range' | 'from' | 'until'> & {
  schedule: ReportSchedule;
};

/** Larger files are sent as a link, since many mail servers refuse them. */
const ATTACHED_MAX = 8 * 1024 * 1024;

/** Saved, shared and scheduled reports. */
export function createSavedReports(deps: Deps): SavedReports {
  const { db, clock, jobs, files, publicUrl, auth, settings, exports } = deps;

  async function toSavedReport(row: store.SavedRow): Promise<SavedReport> {
    const { looked_until: _, schedule, ...rest } = row;
    const { time_zone: zone } = await settings.config();
    const next = schedule && nextDue(schedule, zone, clock.now());
    return { ...rest, schedule, next_at: next?.toISOString() ?? null };
  }

  async function demandRight(
    viewer: Viewer,
    report: SavedReport['report'],
    { query, schedule }: BodyOf<typeof updateSavedReport>,
  ): Promise<void> {
    demandReport(viewer, report);
    queryOf(report, { ...query, from: '2026-01-01', until: '2026-01-01' });
    if (schedule && !(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
  }

  async function saved(id: number): Promise<SavedReport> {
    const row = await store.findSaved(db.q, id);
    if (!row) throw new AppError('not_found');
    return toSavedReport(row);
  }

  /** A schedule sends figures out by mail, so it is written to the audit log. */
  async function auditSchedule(
    tx: Tx,
    viewer: Viewer,
    { id, name, schedule }: Pick<SavedReport, 'id' | 'name' | 'schedule'>,
  ) {
    if (schedule)
      await settings.audit(tx.q, {
        viewer,
        action: 'report.scheduled',
        subject: `saved report ${id}`,
        details: { name, ...schedule },
      });
  }

  /** The days that a saved report covers today, in the workspace's calendar. */
  async function daysNow({ range, from, until }: Pick<DueReport, 'range' | 'from' | 'until'>) {
    const { time_zone: zone } = await settings.config();
    const today = calendarDayOf(clock.now(), zone);
    const days = daysOfRange({ range, ...(from && until && { from, to: until }) }, today);
    return { from: days.from, until: days.to };
  }

  /** In one transaction, so that a crash sends nothing, and the next run sends all. */
  async function begin(tx: Tx, row: DueReport, dueAt: Date): Promise<void> {
    const query = { ...row.query, ...(await daysNow(row)) };
    for (const userId of new Set(row.schedule.user_ids)) {
      const mail = { saved_report_id: row.id, due_at: dueAt, user_id: userId };
      const viewer = await auth.viewerOf(userId);
      const isAllowed = viewer && allows(viewer, permissionOf(row.report));
      const { email } = isAllowed ? await auth.user(userId) : { email: '' };
      if (!isAllowed || !email) {
        await store.insertMail(tx.q, {
          ...mail,
          export_id: null,
          state: isAllowed ? 'no_address' : 'not_allowed',
        });
        continue;
      }
      const { id } = await exports.request(tx, userId, {
        report: row.report,
        format: row.schedule.format,
        query,
      });
      await store.insertMail(tx.q, { ...mail, export_id: id, state: 'waiting' });
    }
  }

  async function sendDue(): Promise<void> {
    const { time_zone: zone } = await settings.config();
    for (const row of await store.listScheduled(db.q)) {
      const now = clock.now();
      const since = new Date(row.looked_until);
      const dueAt = lastDue(row.schedule, zone, { since, now });
      if (!dueAt) continue;
      await db.transaction(async (tx) => {
        if (await store.claimDueRun(tx.q, row, now)) await begin(tx, row, dueAt);
      });
    }
  }

  jobs.define('reports:send-due', sendDue);
  jobs.schedule('reports:send-due', '* * * * *');

  exports.onEnded(async (tx, row) => {
    if (!(await store.findMail(tx.q, row.id))) return;
    if (row.state === 'done') await tx.enqueue('reports:mail', { export_id: row.id });
    else
      await store.updateMails(tx.q, row.id, {
        state: row.fault === 'not_allowed' ? 'not_allowed' : 'failed',
      });
  });

  jobs.define<{ export_id: number }>('reports:mail', async ({ export_id: exportId }) => {
    const mail = await store.findMail(db.q, exportId);
    const made = await exports.find(exportId);
    if (mail?.state !== 'waiting' || made?.state !== 'done') return;
    const state = await send(mail, made);
    await store.updateMails(db.q, exportId, { state });
  });

  async function send(mail: store.ReportMailRow, made: ExportRow): Promise<ReportMailState> {
    const row = await saved(mail.saved_report_id);
    const { email, fullname, language } = await auth.user(mail.user_id);
    if (!email) return 'no_address';
    const isAttached = (made.bytes ?? 0) <= ATTACHED_MAX;
    const { from, until } = queryOf(made.report, made.query);
    const page = `${publicUrl()}/reports/${REPORTS[made.report].code}`;
    await settings.mail.send({
      to: email,
      ...reportMail(language, { name: row.name, person: fullname, from, until, link: page, isAttached }),
      ...(isAttached && {
        attachments: [{ filename: made.file_name, content: await buffer(files.read(made.file_id)) }],
      }),
    });
    return 'sent';
  }

  return {
    async list(viewer) {
      const rows = await store.listSaved(db.q, viewer.id);
      return Promise.all(
        rows.filter(({ report }) => allows(viewer, permissionOf(report))).map(toSavedReport),
      );
    },

    async create(viewer, { report, ...body }) {
      await demandRight(viewer, report, body);
      if ((await store.countSaved(db.q, viewer.id)) >= SAVED_REPORTS_MAX)
        throw new AppError('conflict', { reason: 'too_many_views' });
      const id = await db.transaction(async (tx) => {
        const given = { ...body, report, user_id: viewer.id, looked_until: clock.now() };
        const made = await store.insertSaved(tx.q, given);
        await auditSchedule(tx, viewer, { id: made, name: body.name, schedule: body.schedule });
        return made;
      });
      return saved(id);
    },

    async update(viewer, id, body) {
      const before = await saved(id);
      await demandRight(viewer, before.report, body);
      await db.transaction(async (tx) => {
        const change = { ...body, looked_until: clock.now() };
        if (!(await store.updateSaved(tx.q, { id, userId: viewer.id }, change)))
          throw new AppError('not_found');
        await auditSchedule(tx, viewer, { id, name: body.name, schedule: body.schedule });
      });
      return saved(id);
    },

    remove: async (viewer, id) => void (await store.removeSaved(db.q, id, viewer.id)),
    sendDue,
  };
}
