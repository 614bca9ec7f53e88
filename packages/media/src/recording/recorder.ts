import fs from 'node:fs/promises';
import path from 'node:path';
import { EgressInfo, EgressStatus, FileInfo, type WebhookEvent } from '@livekit/protocol';
import { newSid } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Room, RoomEvents } from '../rooms/room.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { Recording } from './recording.ts';

type Deps = {
  /** The folder of recordings; each gets a folder of its own in it. */
  folder: string;
  report: (event: Partial<WebhookEvent> & { event: string }) => void;
  /** Whether a room is on this process, by its name. */
  isOurs: (room: string) => boolean;
  /** Makes playable files of the raw ones; see `finishRecording`. */
  finish: (folder: string) => Promise<unknown>;
  log: Log;
};

export type Recorder = ReturnType<typeof createRecorder>;

/** All recordings of this process. */
export function createRecorder({ folder, report, isOurs, finish, log }: Deps) {
  const running = new Map<string, Recording>();
  const ended = new Map<string, Manifest>();
  const finishing = new Set<Promise<unknown>>();

  function emitEvent(event: 'egress_started' | 'egress_updated' | 'egress_ended', value: Manifest): void {
    report({ event, egressInfo: infoOf(value) });
  }

  function showState(room: Room): void {
    const isRecorded = [...running.values()].some((recording) => recording.room === room);
    if (room.isRecorded === isRecorded) return;
    room.isRecorded = isRecorded;
    room.sendRoomInfo();
  }

  async function complete(id: string): Promise<Manifest | undefined> {
    const own = path.join(folder, id);
    await finish(own).catch((error: unknown) =>
      log.error({ err: error, id }, 'a recording was not finished'),
    );
    const done = await readManifest(own);
    if (!done) return undefined;
    ended.set(id, done);
    // The list is a cache of recent recordings; the folder is the source of truth.
    for (const oldest of ended.keys()) {
      if (ended.size <= 200) break;
      ended.delete(oldest);
    }
    emitEvent('egress_ended', done);
    return done;
  }

  function trackFinishing(work: Promise<unknown>): void {
    const tracked: Promise<unknown> = work
      .catch((error: unknown) => log.error({ err: error }, 'a recording could not be ended'))
      .finally(() => finishing.delete(tracked));
    finishing.add(tracked);
  }

  async function stop(recording: Recording): Promise<Manifest> {
    const { manifest, room } = recording;
    running.delete(manifest.egress_id);
    await recording.stop();
    showState(room);
    emitEvent('egress_updated', manifest);
    trackFinishing(complete(manifest.egress_id));
    return manifest;
  }

  return {
    async start(room: Room): Promise<EgressInfo> {
      const id = newSid('EG');
      const recording = new Recording(room, id, {
        folder,
        onFailure: (error) => {
          log.error({ err: error, room: room.name, id }, 'a recording failed');
          if (running.has(id)) trackFinishing(stop(recording));
        },
      });
      await recording.start();
      running.set(id, recording);
      showState(room);
      emitEvent('egress_started', recording.manifest);
      return infoOf(recording.manifest);
    },

    /** Undefined where there is no such recording. Resolves when it is on the disk; finishing continues after that. */
    async stop(id: string): Promise<EgressInfo | undefined> {
      const recording = running.get(id);
      if (recording) return infoOf(await stop(recording));
      const known = ended.get(id);
      return known && infoOf(known);
    },

    /** A recording, also one from before a restart of this process. */
    async find(id: string): Promise<EgressInfo | undefined> {
      if (!/^EG_\w+$/.test(id)) return undefined;
      const { manifest } = running.get(id) ?? {};
      const found = manifest ?? (await readManifest(path.join(folder, id)));
      return found && infoOf(found);
    },

    list(room: string): EgressInfo[] {
      const all = [...[...running.values()].map(({ manifest }) => manifest), ...ended.values()];
      return all.filter((each) => room === '' || each.room_name === room).map(infoOf);
    },

    onTrack: ((kind, track, owner, room) => {
      for (const recording of running.values()) {
        if (recording.room !== room) continue;
        if (kind === 'track_published') recording.add(track, owner);
        else recording.remove(track, owner);
      }
    }) satisfies RoomEvents['onTrack'],

    onFinished(room: Room): void {
      for (const recording of running.values()) if (recording.room === room) trackFinishing(stop(recording));
    },

    /** Finishes recordings that were interrupted by the end of an earlier process. */
    async recover(): Promise<void> {
      const names = await fs.readdir(folder).catch(() => []);
      for (const name of names) {
        const left = running.has(name) ? undefined : await readManifest(path.join(folder, name));
        if (!left || left.status === 'complete' || left.status === 'failed') continue;
        // Other processes may be working on their own recordings.
        if (!isOurs(left.room_name)) continue;
        log.info({ id: name }, 'a recording that was interrupted is finished');
        await complete(name);
      }
    },

    async close(): Promise<void> {
      for (const recording of running.values()) trackFinishing(stop(recording));
      while (finishing.size > 0) await Promise.all(finishing);
    },
  };
}

const STATUS = {
  active: EgressStatus.EGRESS_ACTIVE,
  ending: EgressStatus.EGRESS_ENDING,
  complete: EgressStatus.EGRESS_COMPLETE,
  failed: EgressStatus.EGRESS_FAILED,
};

/** A recording in LiveKit's format; the first file is the manifest, the others are its parts. */
function infoOf(value: Manifest): EgressInfo {
  const nanos = (iso: string | null) => (iso === null ? 0n : BigInt(Date.parse(iso)) * 1_000_000n);
  const startedAt = nanos(value.started_at);
  const file = (filename: string, offsetMs: number, durationMs: number, bytes: number) => {
    const from = startedAt + BigInt(Math.round(offsetMs)) * 1_000_000n;
    const duration = BigInt(Math.round(durationMs)) * 1_000_000n;
    return new FileInfo({
      filename: `${value.egress_id}/${filename}`,
      startedAt: from,
      endedAt: from + duration,
      duration,
      size: BigInt(bytes),
      location: `${value.egress_id}/${filename}`,
    });
  };
  return new EgressInfo({
    egressId: value.egress_id,
    roomName: value.room_name,
    roomId: value.room_sid,
    status: STATUS[value.status],
    startedAt,
    endedAt: nanos(value.ended_at),
    updatedAt: BigInt(Date.now()) * 1_000_000n,
    error: value.error,
    fileResults: [
      file('manifest.json', 0, 0, 0),
      ...value.parts.map((part) => file(part.file, part.offset_ms, part.duration_ms, part.bytes)),
    ],
  });
}
