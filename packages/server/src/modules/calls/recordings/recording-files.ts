import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '#platform/errors';

/** The manifest that the media server writes beside the files; fields that we do not use are left out here. */
const manifest = z.object({
  parts: z.array(
    z.object({
      file: z.string().regex(/^\d{3,}\.webm$/),
      identity: z.string(),
      name: z.string(),
      offset_ms: z.number(),
      duration_ms: z.number(),
      bytes: z.number(),
      tracks: z.array(z.object({ kind: z.enum(['audio', 'video']) })),
    }),
  ),
});

/** The loudness that the media server writes beside the files. */
const peaks = z.object({
  step_ms: z.number().int().min(1),
  people: z.array(z.object({ identity: z.string(), name: z.string(), peaks: z.array(z.number().int()) })),
});

export type FilePeaks = z.infer<typeof peaks>;
export type FilePart = z.infer<typeof manifest>['parts'][number];

/**
 * Folder names: `EG_…` of a room, the media server's id; `PH_…` of a telephone call and `PV_…` of its voicemail, with their
 * number.
 */
const FOLDER_NAME = /^(?:EG_\w+|P[HV]_\d+)$/;
const TYPES: Readonly<Record<string, string>> = { '.webm': 'video/webm', '.wav': 'audio/wav' };

/** Writes files of recordings that were made by a gateway. */
type RecordingWriting = {
  /** Stores a file, whole or not at all. Returns its size in bytes. */
  save(egressId: string, file: string, bytes: Readable): Promise<number>;
  /** Stores the loudness of each speaker beside the files. */
  savePeaks(egressId: string, noted: FilePeaks): Promise<void>;
};

/** The recordings in the data folder that we share with a media server. A name that cannot be a recording is `not_found`. */
export type RecordingFiles = RecordingWriting & {
  /** False when the files are on another machine. */
  areOurs: boolean;
  /** Empty when the files are on another machine, or there are none. */
  parts(egressId: string): Promise<FilePart[]>;
  /** Undefined when no loudness was stored. */
  peaks(egressId: string): Promise<FilePeaks | undefined>;
  /** The path of one of its files. */
  pathOf(egressId: string, file: string): string;
  /** Deletes all files of a recording; does not fail without any. */
  remove(egressId: string): Promise<void>;
  /** All recordings that have files, with the time of their last change. */
  list(): Promise<{ egressId: string; changedAt: Date }[]>;
  /** Opens the file, or the part of it that the request's Range header asks for. */
  open(egressId: string, file: string, range: string | undefined): Promise<OpenedRecording>;
};

/** @param folder where recordings are; empty where they are on another machine */
export function createRecordingFiles(folder: string): RecordingFiles {
  const pathOf = (egressId: string, file: string) => {
    if (!FOLDER_NAME.test(egressId)) throw new AppError('not_found');
    return path.join(folder, egressId, file);
  };

  async function readJson(egressId: string, file: string): Promise<unknown> {
    return JSON.parse(await fs.promises.readFile(pathOf(egressId, file), 'utf8').catch(() => '{}'));
  }

  return {
    areOurs: folder !== '',

    async parts(egressId) {
      const read = manifest.safeParse(await readJson(egressId, 'manifest.json'));
      return read.success ? read.data.parts : [];
    },

    async peaks(egressId) {
      return peaks.safeParse(await readJson(egressId, 'peaks.json')).data;
    },

    ...writingTo(pathOf),

    pathOf,

    async remove(egressId) {
      await fs.promises.rm(pathOf(egressId, ''), { recursive: true, force: true });
    },

    async list() {
      const names = await fs.promises.readdir(folder).catch(() => []);
      const found = names.filter((name) => FOLDER_NAME.test(name));
      return Promise.all(
        found.map(async (egressId) => {
          const { mtime } = await fs.promises.stat(path.join(folder, egressId));
          return { egressId, changedAt: mtime };
        }),
      );
    },

    async open(egressId, file, range) {
      const target = pathOf(egressId, file);
      const found = await fs.promises.stat(target).catch(() => undefined);
      if (!found) throw new AppError('not_found');
      return openRange(target, found.size, range);
    },
  };
}

type PathFor = (egressId: string, file: string) => string;

function writingTo(place: PathFor): RecordingWriting {
  return {
    /** Stores a file, whole or not at all. Returns its size in bytes. */
    async save(egressId, file, bytes) {
      const target = place(egressId, file);
      await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(bytes, fs.createWriteStream(`${target}.part`, { mode: 0o600 }));
      await fs.promises.rename(`${target}.part`, target);
      return (await fs.promises.stat(target)).size;
    },

    async savePeaks(egressId, noted) {
      await fs.promises.writeFile(place(egressId, 'peaks.json'), JSON.stringify(noted), { mode: 0o600 });
    },
  };
}

export type OpenedRecording = {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  bytes: Readable | string;
};

/** Opens one range as asked; no range, or several, give the whole file, since players ask for one. */
function openRange(file: string, size: number, header: string | undefined): OpenedRecording {
  const headers = {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
  };
  const range = readRange(header, size);
  if (range === 'whole') {
    const bytes = fs.createReadStream(file);
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes };
  }
  if (range === 'none') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, bytes: '' };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    },
    bytes: fs.createReadStream(file, { start, end }),
  };
}

/** Parses `bytes=first-last`, `bytes=first-` or `bytes=-length` (RFC 9110, section 14); `none`: outside of the file. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'whole' | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || found[0] === 'bytes=-') return 'whole';
  const [first, last] = [found[1], found[2]].map((text) => (text ? Number(text) : undefined));
  const range =
    first === undefined
      ? { start: Math.max(0, size - (last ?? 0)), end: size - 1 }
      : { start: first, end: Math.min(last ?? size - 1, size - 1) };
  return range.start <= range.end ? range : 'none';
}
