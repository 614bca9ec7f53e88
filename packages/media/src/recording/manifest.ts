import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const track = z.object({
  sid: z.string(),
  kind: z.enum(['audio', 'video']),
  source: z.string(),
});

const part = z.object({
  /** Next to the manifest. While it is written, and until it has been finished, there is only "<file>.raw". */
  file: z.string(),
  identity: z.string(),
  name: z.string(),
  /** Since the start of the recording; playing all parts from their offsets reproduces the call. */
  offset_ms: z.number(),
  duration_ms: z.number(),
  bytes: z.number(),
  tracks: z.array(track),
});

/** What a recording consists of: the file "manifest.json" in its folder. */
export const manifest = z.object({
  version: z.literal(1),
  egress_id: z.string(),
  room_name: z.string(),
  room_sid: z.string(),
  status: z.enum(['active', 'ending', 'complete', 'failed']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  error: z.string(),
  parts: z.array(part),
});

export type Manifest = z.infer<typeof manifest>;
export type ManifestPart = z.infer<typeof part>;

const NAME = 'manifest.json';

/** Undefined when the folder has no readable manifest. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return manifest.parse(JSON.parse(await fs.readFile(path.join(folder, NAME), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, so that no reader sees half of it. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const file = path.join(folder, NAME);
  await fs.writeFile(`${file}.new`, JSON.stringify(value, undefined, 2), { mode: 0o600 });
  await fs.rename(`${file}.new`, file);
}
