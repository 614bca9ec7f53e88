import { Media, type DepartmentUse, type MediaId, type RecordingSettings } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import * as store from '../store.ts';
import type { DepartmentMergeParticipant } from './merge-service.ts';

const USE_OF_MEDIA: Partial<Record<MediaId, DepartmentUse>> = {
  [Media.liveChat]: 'widgets',
  [Media.webForm]: 'web_forms',
  [Media.email]: 'mailboxes',
  [Media.voiceCall]: 'phone_gateways',
};

/** The channel accounts of a department. */
export const accountsInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['channel_accounts.department_id'],

  async count(q, id) {
    const rows = await q
      .selectFrom('channel_accounts')
      .select(['media_id', ({ fn }) => fn.countAll<number>().as('total')])
      .where('department_id', '=', id)
      .groupBy('media_id')
      .execute();
    const counts: Partial<Record<DepartmentUse, number>> = {};
    for (const { media_id: media, total } of rows) {
      const use = USE_OF_MEDIA[media] ?? 'messaging_accounts';
      counts[use] = (counts[use] ?? 0) + total;
    }
    return counts;
  },

  async move(tx, { from, to }) {
    await tx.q
      .updateTable('channel_accounts')
      .set({ department_id: to, updated_at: sql`now()` })
      .where('department_id', '=', from)
      .execute();
  },
};

const readRecording = async (q: Parameters<typeof store.readConfigRows>[0]) =>
  (await store.readConfigRows(q))['recording'] as RecordingSettings | undefined;

/**
 * The recording rule of a department. It is not moved, because calls of the remaining department must not be recorded just
 * because those of the other were; the remaining department keeps its own rule, or the general one.
 */
export const recordingInDepartmentMerge = (notices: Platform['notices']): DepartmentMergeParticipant => ({
  columns: ['app_config.value'],

  async count(q, id) {
    const rules = (await readRecording(q))?.departments ?? [];
    return { recording_rules: rules.filter(({ department_id: own }) => own === id).length };
  },

  async move(tx, { from }) {
    await store.lockConfig(tx.q);
    const recording = await readRecording(tx.q);
    if (!recording?.departments.some(({ department_id: own }) => own === from)) return;
    const departments = recording.departments.filter(({ department_id: own }) => own !== from);
    await store.writeConfigRows(tx.q, { recording: { ...recording, departments } });
    tx.emit('settings-changed', { part: 'app' }, ['everyone']);
    tx.afterCommit(() => notices.send('app-config', null));
  },
});
