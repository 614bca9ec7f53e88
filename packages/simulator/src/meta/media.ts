import type { StandInAnswer } from '../http-stand-in.ts';
import { setLatest } from '../keep-latest.ts';

export type MediaStore = ReturnType<typeof createMedia>;

/** The files that the provider keeps, by id. */
export function createMedia(origin: () => string) {
  const kept = new Map<string, { mime: string; bytes: Buffer }>();
  let count = 0;

  function keep(mime: string, bytes: Buffer, id = String(1_000_000_000_000 + count++)): string {
    setLatest(kept, id, { mime, bytes });
    return id;
  }

  async function keepOf(type: string, body: Buffer, field: string): Promise<string | undefined> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const file = form.get(field);
    return file instanceof Blob ? keep(file.type, Buffer.from(await file.arrayBuffer())) : undefined;
  }

  return {
    keep,
    find: (id: string) => kept.get(id),

    describe(id: string): StandInAnswer | undefined {
      const known = kept.get(id);
      if (!known) return undefined;
      const { mime, bytes } = known;
      const url = `${origin()}/bytes/${id}`;
      return { status: 200, body: { id, url, mime_type: mime, file_size: bytes.length } };
    },

    bytesOf(id: string): StandInAnswer {
      const known = kept.get(id);
      if (!known) return { status: 404 };
      return { status: 200, bytes: known.bytes, headers: { 'content-type': known.mime } };
    },

    async upload(type: string, body: Buffer): Promise<StandInAnswer> {
      const id = await keepOf(type, body, 'file');
      return id === undefined ? NO_FILE : { status: 200, body: { id } };
    },

    /** The upload for pages, which uses other names of fields. */
    async uploadAttachment(type: string, body: Buffer): Promise<StandInAnswer> {
      const id = await keepOf(type, body, 'filedata');
      return id === undefined ? NO_FILE : { status: 200, body: { attachment_id: id } };
    },
  };
}

const NO_FILE: StandInAnswer = { status: 400, body: { error: { code: 100, message: 'No file' } } };
