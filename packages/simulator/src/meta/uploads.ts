import { randomBytes } from 'node:crypto';
import type { StandInAnswer, ReceivedRequest } from '../http-stand-in.ts';
import { setLatest } from '../keep-latest.ts';

export type Uploads = ReturnType<typeof createUploads>;
type Refuse = (code: number, message: string, details: string) => StandInAnswer;
type Announced = { mime: string; size: number };

/** The only types that Meta accepts by this way of upload. */
const TAKEN = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];

/** Meta's resumable uploads: a file is announced, then uploaded, and has a handle from then on. */
export function createUploads(refuse: Refuse) {
  const announced = new Map<string, Announced>();
  const handles = new Map<string, Announced>();

  return {
    /** `POST /app/uploads`. */
    announce({ path }: ReceivedRequest): StandInAnswer {
      const query = new URL(path, 'http://graph').searchParams;
      const [mime, size] = [query.get('file_type') ?? '', Number(query.get('file_length'))];
      if (!TAKEN.includes(mime) || !(size > 0))
        return refuse(100, 'Invalid parameter', `file_type ${mime} or file_length is not supported`);
      const id = `upload:${randomBytes(12).toString('base64url')}`;
      setLatest(announced, id, { mime, size });
      return { status: 200, body: { id: `${id}?sig=${randomBytes(8).toString('base64url')}` } };
    },

    /** `POST /upload:…`, with the whole file. */
    bring(id: string, { headers, body }: ReceivedRequest): StandInAnswer {
      const file = announced.get(id);
      if (!file) return refuse(100, 'Invalid parameter', 'The upload session does not exist');
      if (headers['file_offset'] !== '0' || body.length !== file.size)
        return refuse(100, 'Invalid parameter', 'The file is not as it was announced');
      const handle = `4::${Buffer.from(file.mime).toString('base64')}:${randomBytes(12).toString('base64url')}`;
      setLatest(handles, handle, file);
      return { status: 200, body: { h: handle } };
    },

    /** Returns the MIME type of the file behind a handle; undefined for an unknown handle. */
    mimeOf: (handle: unknown): string | undefined => handles.get(String(handle))?.mime,
  };
}
