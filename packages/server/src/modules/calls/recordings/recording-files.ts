import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '#platform/errors';

/** What the media server writes beside the files; unknown fields are for others. */
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

/** What the media server notes of loudness, beside it. */
const peaks = z.object({
  step_ms: z.number().int().min(1),
  people: z.array(z.object({ identity: z.string(), name: z.string(), peaks: z.array(z.number().int()) })),
});

export type FilePeaks = z.infer<typeof peaks>;
export type FilePart = z.infer<typeof manifest>['parts'][number];

/** `EG_…`: of a room, by the media server's name for it; `PH_…`: of a telephone call, `PV_…`: its voicemail, by its number. */
const FOLDER_NAME = /^(?:EG_\w+|P[HV]_\d+)$/;
const TYPES: Readonly<Record<string, string>> = { '.webm': 'video/webm', '.wav': 'audio/wav' };

/** For recordings that were made elsewhere. */
type RecordingWriting = {
  /** Keeps a file of one that was made elsewhere; whole or not at all. Gives its size in bytes. */
  save(egressId: string, file: string, bytes: Readable): Promise<number>;
  /** Notes beside it how loud who was. */
  savePeaks(egressId: string, noted: FilePeaks): Promise<void>;
};

/** The recordings of a media server that shares our data folder. A name that is none of a recording is `not_found`. */
export type RecordingFiles = RecordingWriting & {
  /** False: they are elsewhere. */
  areOurs: boolean;
  /** Empty when the files are elsewhere, or there are none. */
  parts(egressId: string): Promise<FilePart[]>;
  /** Nothing when it was not noted how loud anybody was. */
  peaks(egressId: string): Promise<FilePeaks | undefined>;
  /** Where a file of it lies. */
  pathOf(egressId: string, file: string): string;
  /** Deletes all files of a recording; none being there is fine. */
  remove(egressId: string): Promise<void>;
  /** Every recording that there are files of, with the time of the last change to them. */
  list(): Promise<{ egressId: string; changedAt: Date }[]>;
  /** The bytes, or those of them that the request's Range header names. */
  open(egressId: string, file: string, range: string | undefined): Promise<Opened>;
};

/** The recordings of a media server that shares our data folder; an empty name where they are elsewhere. */
export function createRecordingFiles(folder: string): RecordingFiles {
  const place = (egressId: string, file: string) => {
    if (!FOLDER_NAME.test(egressId)) throw new AppError('not_found');
    return path.join(folder, egressId, file);
  };

  async function readJson(egressId: string, file: string): Promise<unknown> {
    return JSON.parse(await fs.promises.readFile(place(egressId, file), 'utf8').catch(() => '{}'));
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

    ...writingTo(place),

    pathOf: place,

    async remove(egressId) {
      await fs.promises.rm(place(egressId, ''), { recursive: true, force: true });
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
      const target = place(egressId, file);
      const found = await fs.promises.stat(target).catch(() => undefined);
      if (!found) throw new AppError('not_found');
      return openRange(target, found.size, range);
    },
  };
}

type Place = (egressId: string, file: string) => string;

function writingTo(place: Place): RecordingWriting {
  return {
    /** Keeps a file of one that was made elsewhere; whole or not at all. Gives its size. */
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

export type Opened = { status: 200 | 206 | 416; headers: Record<string, string>; bytes: Readable | string };

/** One range is answered as asked, several or none with everything: a player asks for one. */
function openRange(file: string, size: number, header: string | undefined): Opened {
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

/** RFC 9110, section 14: `bytes=first-last`, `bytes=first-` or `bytes=-length`. */
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
