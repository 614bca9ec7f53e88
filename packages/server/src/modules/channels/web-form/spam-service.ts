import { FORM_SPAM_DAYS, type FormSpam } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { FormSubmissions } from './sending-service.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  settings: Settings;
  sending: Pick<FormSubmissions, 'openTicket'>;
};

const DAY_MS = 86_400_000;
/** How long used challenges are remembered: longer than any challenge is valid. */
const TAKEN_DAYS = 2;

/** Submissions that were taken for spam, kept for `FORM_SPAM_DAYS`. @throws AppError `not_found` for an unknown id */
export type SuspectedSpam = {
  /** Deletes old ones; a job runs it. */
  forgetOld(): Promise<void>;
  /** Newest first; `before` is the id where the previous page ended. */
  list(
    formId: number,
    page: { before?: number | undefined; limit: number },
  ): Promise<{ data: FormSpam[]; has_more: boolean }>;
  /** Opens a ticket for it after all. */
  accept(viewer: Viewer, formId: number, id: number): Promise<{ ticket_id: number; number: string }>;
};

/** Submissions that were taken for spam: listed with the reason, and opened as tickets on request. */
export function createSuspectedSpam({ db, clock, jobs, settings, sending }: Deps): SuspectedSpam {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  async function forgetOld(): Promise<void> {
    await store.removeOld(db.q, 'taken', daysAgo(TAKEN_DAYS));
    await store.removeOld(db.q, 'spam', daysAgo(FORM_SPAM_DAYS));
  }
  jobs.define('web-form:forget-old', forgetOld);
  jobs.schedule('web-form:forget-old', '41 2 * * *', { catchUp: '1d' });

  return {
    forgetOld,

    async list(formId, { before, limit }) {
      found(await store.findForm(db.q, formId));
      const rows = await store.listSpam(db.q, { formId, before, limit: limit + 1 });
      const data = rows.slice(0, limit).map(({ content, ...row }) => ({
        ...row,
        name: content?.name ?? '',
        email: content?.email ?? '',
        subject: content?.subject ?? '',
        message: content?.message ?? '',
      }));
      return { data, has_more: rows.length > limit };
    },

    accept: (viewer, formId, id) =>
      db.transaction(async (tx) => {
        const form = found(await store.findForm(tx.q, formId));
        const content = found(await store.acceptSpam(tx.q, formId, id));
        await settings.audit(tx.q, {
          viewer,
          action: 'web-form.spam-taken',
          subject: `${formId} ${id}`,
        });
        return sending.openTicket(tx, form, { id, content });
      }),
  };
}
