import { LIMITS } from '../limits.ts';
import { ApiError } from '../chat/api.ts';
import { handleRefusal } from '../chat/problems.ts';
import { newClientKey } from '../client-key.ts';
import type { ChatSession } from '../chat/session.ts';
import type { ChatUpload } from '../chat/state.ts';

/** The files themselves, needed for a retry; the state contains only what is shown. */
const running = new WeakMap<ChatSession, Map<string, { file: File; stop: AbortController }>>();
const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

/** Adds files to the message being written. Returns how many were too many. */
export function addFiles(session: ChatSession, files: readonly File[]): number {
  const { uploads, settings } = session.store.get();
  const taken = files.slice(0, LIMITS.filesPerMessage - uploads.length);
  for (const file of taken) {
    const isTooLarge = file.size > (settings?.max_file_bytes ?? 0);
    const upload: ChatUpload = {
      id: newClientKey(),
      name: file.name || 'file',
      size: file.size,
      mime: file.type,
      preview: SHOWN.test(file.type) && !isTooLarge ? URL.createObjectURL(file) : null,
      progress: 0,
      file: null,
      failure: isTooLarge ? 'too_large' : null,
    };
    session.store.set({ uploads: [...session.store.get().uploads, upload] });
    if (!isTooLarge) void send(session, upload.id, file);
  }
  return files.length - taken.length;
}

export function retryFile(session: ChatSession, id: string): void {
  const file = filesOf(session).get(id)?.file;
  if (file) void send(session, id, file);
}

export function removeFile(session: ChatSession, id: string): void {
  filesOf(session).get(id)?.stop.abort();
  filesOf(session).delete(id);
  const { uploads } = session.store.get();
  const preview = uploads.find((upload) => upload.id === id)?.preview;
  if (preview) URL.revokeObjectURL(preview);
  session.store.set({ uploads: uploads.filter((upload) => upload.id !== id) });
}

async function send(session: ChatSession, id: string, file: File): Promise<void> {
  const stop = new AbortController();
  filesOf(session).set(id, { file, stop });
  change(session, id, { failure: null, progress: 0 });
  try {
    const stored = await session.api.upload(
      file,
      (progress) => change(session, id, { progress }),
      stop.signal,
    );
    change(session, id, { file: stored, progress: 1 });
  } catch (error) {
    handleRefusal(session, error);
    const isTooLarge = error instanceof ApiError && error.code === 'too_large';
    change(session, id, { failure: isTooLarge ? 'too_large' : 'failed' });
  }
}

function change({ store }: ChatSession, id: string, part: Partial<ChatUpload>): void {
  store.set({
    uploads: store.get().uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  });
}

function filesOf(session: ChatSession) {
  const known = running.get(session) ?? new Map<string, { file: File; stop: AbortController }>();
  running.set(session, known);
  return known;
}
