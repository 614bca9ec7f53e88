import fs from 'node:fs/promises';
import path from 'node:path';
import type { Participant } from '../rooms/participant.ts';
import type { PublishedTrack } from '../tracks/published-track.ts';
import type { Room } from '../rooms/room.ts';
import { LevelLog } from './levels.ts';
import type { Manifest } from './manifest.ts';
import { writeManifest } from './manifest.ts';
import { Person } from './person.ts';

const TICK_MS = 100;
/**
 * The prefix by which the call client names the audio track of a telephone that somebody has brought in
 * (`packages/call-client`, person.ts).
 */
const PHONE = 'phone:';

type Speaker = { identity: string; name: string };
const isPhone = ({ info }: PublishedTrack): boolean => info.name.startsWith(PHONE);

/** One recording of one room, from its start to its stop. The files are in a folder of its own. */
export class Recording {
  readonly room: Room;
  readonly folder: string;
  readonly manifest: Manifest;
  #levels: LevelLog;
  /** Parts by speaker: a telephone is a speaker of its own, whichever page carries it. */
  #persons = new Map<Participant | PublishedTrack, Person>();
  #startedMs = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #parts = 0;
  #onFailure: (error: unknown) => void;

  constructor(room: Room, id: string, options: { folder: string; onFailure: (error: unknown) => void }) {
    this.room = room;
    this.folder = path.join(options.folder, id);
    this.#onFailure = options.onFailure;
    this.#levels = new LevelLog(this.folder, (error) => this.#fail(error));
    this.manifest = {
      version: 1,
      egress_id: id,
      room_name: room.name,
      room_sid: room.sid,
      status: 'active',
      started_at: new Date().toISOString(),
      ended_at: null,
      error: '',
      parts: [],
    };
  }

  async start(): Promise<void> {
    await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeManifest(this.folder, this.manifest);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    for (const participant of this.room.visible()) {
      for (const track of participant.tracks.values())
        if (track.mid !== undefined) this.add(track, participant);
    }
  }

  add(track: PublishedTrack, owner: Participant): void {
    const { identity, name } = owner.identity;
    const who = isPhone(track)
      ? { identity: `phone-${identity}`, name: track.info.name.slice(PHONE.length) }
      : { identity, name };
    const key = isPhone(track) ? track : owner;
    const person = this.#persons.get(key) ?? this.#createPerson(who);
    this.#persons.set(key, person);
    person.add(track);
  }

  remove(track: PublishedTrack, owner: Participant): void {
    this.#persons.get(isPhone(track) ? track : owner)?.remove(track);
  }

  /** Resolves when all media has been written; the files still have to be finished. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#persons.values()].map((person) => person.close()));
    await this.#levels.close();
    this.manifest.status = 'ending';
    this.manifest.ended_at = new Date().toISOString();
    await this.#save();
  }

  #tick(): void {
    const nowMs = performance.now();
    for (const person of this.#persons.values()) person.tick(nowMs);
    this.#levels.tick(nowMs - this.#startedMs);
  }

  #createPerson({ identity, name }: Speaker): Person {
    return new Person({
      identity,
      name,
      startedMs: this.#startedMs,
      nextFile: () => {
        this.#parts += 1;
        const file = `${String(this.#parts).padStart(3, '0')}.webm`;
        return { file, raw: path.join(this.folder, `${file}.raw`) };
      },
      onPart: (part) => {
        this.manifest.parts.push(part);
        void this.#save();
      },
      onPartEnded: (file, durationMs) => {
        const part = this.manifest.parts.find((each) => each.file === file);
        if (part) part.duration_ms = durationMs;
        void this.#save();
      },
      onLevel: (level, nowMs) => this.#levels.recordLevel({ identity, name }, nowMs - this.#startedMs, level),
      onError: (error) => this.#fail(error),
    });
  }

  #save(): Promise<unknown> {
    this.#writing = this.#writing
      .then(() => writeManifest(this.folder, this.manifest))
      .catch((error: unknown) => this.#fail(error));
    return this.#writing;
  }

  /** A full disk ends the recording, but not the call. */
  #fail(error: unknown): void {
    if (this.manifest.error) return;
    this.manifest.error = error instanceof Error ? error.message : 'unknown';
    this.#onFailure(error);
  }
}
