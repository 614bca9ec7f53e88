import fs from 'node:fs/promises';
import path from 'node:path';
import type { CallRecording, RoomDial } from '@trunkline/contract';
import type { TestApp } from './app.ts';
import { callersOf } from './telephony/callers.ts';

type Recorded = { id: number; callId: number; ticketId: number; folder: string };

const PEAKS = {
  step_ms: 100,
  people: [{ identity: 'invitee-1', name: 'Putri', peaks: [0, 40, 90] }],
};

/** Ended calls with recordings as the media server leaves them: rows in the database, and files. */
export function recordedCalls(app: TestApp, widget: string) {
  const callers = callersOf(app, widget);
  const folderOf = (egressId: string) => path.join(app.media.recordings, egressId);
  let made = 0;

  async function endedCall(): Promise<{ callId: number; ticketId: number }> {
    const dewi = await callers.ready('dewi');
    const rings = callers.next<RoomDial>(dewi, 'daily-dial');
    await callers.call();
    const dial = await rings;
    const { data } = (await callers.pickUp('dewi', dial)).body;
    await callers.hangUp('dewi', dial.room_name);
    dewi.disconnect();
    await callers.endAll();
    return { callId: data?.call_id ?? 0, ticketId: dial.ticket_id };
  }

  async function writeFiles(egressId: string): Promise<string> {
    const folder = folderOf(egressId);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, '001.webm'), '0123456789');
    await fs.writeFile(path.join(folder, 'peaks.json'), JSON.stringify(PEAKS));
    return folder;
  }

  return {
    endedCall,
    writeFiles,
    folderOf,

    /** Stores a recording of a call that ends now. */
    async record(call: { callId: number; ticketId: number }): Promise<Recorded> {
      made += 1;
      const egressId = `EG_test${made}`;
      const folder = await writeFiles(egressId);
      const now = app.clock.now();
      const part = { number: 1, file: '001.webm', name: 'Putri', role: 'guest', offset_ms: 0 } as const;
      const parts = [{ ...part, duration_ms: 300, bytes: 10, has_video: false }];
      const { id } = await app.platform.db.q
        .insertInto('call_recordings')
        .values({
          call_id: call.callId,
          egress_id: egressId,
          state: 'ready',
          started_at: now,
          ended_at: now,
          parts: JSON.stringify(parts),
          kept_by: null,
          deleted_at: null,
          deleted_after_days: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, ...call, folder };
    },

    /** The recording as the ticket's page gets it; undefined if it gets none. */
    async shown({ ticketId, id }: Recorded): Promise<CallRecording | undefined> {
      const { body } = await app.as('admin', 'GET', `/api/tickets/${ticketId}/calls`);
      const calls = (body as { data: { recordings: CallRecording[] }[] }).data;
      return calls.flatMap(({ recordings }) => recordings).find((each) => each.id === id);
    },

    async audited(subject: number): Promise<{ action: string; user_id: number | null; details: unknown }[]> {
      return app.platform.db.q
        .selectFrom('audit_log')
        .select(['action', 'user_id', 'details'])
        .where('subject', '=', String(subject))
        .where('action', 'like', 'recording.%')
        .orderBy('id')
        .execute();
    },

    exists: (folder: string): Promise<boolean> =>
      fs.access(folder).then(
        () => true,
        () => false,
      ),
  };
}
