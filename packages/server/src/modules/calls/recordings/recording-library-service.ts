import path from 'node:path';
import type { CallRecording, RecordingWaveform } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import type { OpenedRecording, RecordingFiles } from './recording-files.ts';
import { recordingDeletionTime } from './recording-policy.ts';
import { setKept } from './recording-retention-store.ts';
import * as recordings from './recording-store.ts';
import type { RecordingRow } from './recording-store.ts';
import { roleOf } from '../lifecycle/roles.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Pick<Settings, 'config' | 'audit' | 'hasAudited'>;
  tickets: Pick<Tickets, 'get'>;
  files: RecordingFiles;
  changed: (callId: number) => Promise<void>;
};

/** Playing a recording again within this time is audited as the same playback. */
const ONE_LISTENING_MS = 10 * 60_000;
const NO_PEAKS = { step_ms: 100, people: [] };

/** Recordings for users who may see their ticket: listed, played, downloaded and kept. */
export function createRecordingLibrary({ db, clock, settings, tickets, files, changed }: Deps) {
  /** @throws AppError `not_found` also where the viewer may not see the ticket */
  async function demand(viewer: Viewer, id: number) {
    const row = await recordings.findRecording(db.q, { id });
    const call = row && (await recordings.findRecordedCall(db.q, row.call_id));
    if (!call) throw new AppError('not_found');
    await tickets.get(viewer, call.ticket_id);
    return { row, call };
  }

  async function demandPart(viewer: Viewer, id: number, number: number) {
    const { row, call } = await demand(viewer, id);
    const part = row.parts.find((each) => each.number === number);
    if (!part) throw new AppError('not_found');
    return { row, call, part };
  }

  const keepDays = async () => (await settings.config()).recording.keep_days;

  return {
    async ofCalls(callIds: readonly number[]): Promise<CallRecording[]> {
      const days = await keepDays();
      return (await recordings.listRecordings(db.q, callIds)).map((row) => toContract(row, days));
    },

    /**
     * The recordings of all calls of a ticket, in rooms and on the telephone. @throws AppError `not_found` where the viewer may
     * not see it
     */
    async ofTicket(viewer: Viewer, ticketId: number): Promise<CallRecording[]> {
      await tickets.get(viewer, ticketId);
      const days = await keepDays();
      return (await recordings.listOfTicket(db.q, ticketId)).map((row) => toContract(row, days));
    },

    /** @param range the request's Range header */
    async play(
      viewer: Viewer,
      id: number,
      number: number,
      range: string | undefined,
    ): Promise<OpenedRecording> {
      const { row, call, part } = await demandPart(viewer, id, number);
      const opened = await files.open(row.egress_id, part.file, range);
      // A player fetches a file in pieces, and again when somebody seeks: that counts as played once.
      const since = new Date(clock.now().getTime() - ONE_LISTENING_MS);
      const heard = { userId: viewer.id, action: 'recording.played', subject: String(row.id), since };
      if (!(await settings.hasAudited(db.q, heard)))
        await settings.audit(db.q, {
          viewer,
          action: 'recording.played',
          subject: String(row.id),
          details: { ticket_id: call.ticket_id, call_id: call.id, part: number, of: part.name },
        });
      return opened;
    },

    /** Opens a file to be downloaded, and writes it to the audit log before the first byte is sent. */
    async download(
      viewer: Viewer,
      id: number,
      number: number,
      range: string | undefined,
    ): Promise<OpenedRecording> {
      const { row, call, part } = await demandPart(viewer, id, number);
      const opened = await files.open(row.egress_id, part.file, range);
      await settings.audit(db.q, {
        viewer,
        action: 'recording.downloaded',
        subject: String(row.id),
        details: { ticket_id: call.ticket_id, call_id: call.id, part: number, of: part.name },
      });
      const name = `call-${call.id}-${row.id}-${number}${path.extname(part.file)}`;
      return {
        ...opened,
        headers: { ...opened.headers, 'content-disposition': `attachment; filename="${name}"` },
      };
    },

    async waveform(viewer: Viewer, id: number): Promise<RecordingWaveform> {
      const { row } = await demand(viewer, id);
      const { step_ms, people } = (await files.peaks(row.egress_id)) ?? NO_PEAKS;
      return {
        step_ms,
        people: people.map(({ identity, name, peaks }) => ({ name, role: roleOf(identity), peaks })),
      };
    },

    async keep(viewer: Viewer, id: number, isKept: boolean): Promise<CallRecording> {
      const { call } = await demand(viewer, id);
      const row = await db.transaction(async (tx) => {
        const kept = await setKept(tx.q, id, isKept ? viewer.id : null);
        if (!kept) throw new AppError('conflict', { reason: 'recording_deleted' });
        await settings.audit(tx.q, {
          viewer,
          action: isKept ? 'recording.kept' : 'recording.released',
          subject: String(id),
          details: { call_id: call.id },
        });
        return kept;
      });
      await changed(call.id);
      return toContract(row, await keepDays());
    },
  };
}

function toContract(row: RecordingRow, keepDays: number | null): CallRecording {
  const { id, call_id, kind, state, started_at, ended_at, deleted_after_days } = row;
  const isKept = row.kept_by !== null;
  const isThere = state === 'ready' || state === 'failed';
  const over = isThere ? recordingDeletionTime({ ended_at, isKept }, keepDays) : null;
  return {
    id,
    call_id,
    kind,
    state,
    started_at,
    ended_at,
    parts: row.parts.map(({ file: _file, ...part }) => part),
    is_kept: isKept,
    deletes_at: over && over.toISOString(),
    deleted_after_days,
  };
}
