import type { Viewer } from '#platform/access';
import { byUser } from '../change-service.ts';
import type { NewTimelineMessage } from './time-line.ts';

export type NoteBody = { body: string; client_key: string | null; file_ids: readonly string[] };

/** A user's note in the form in which it is stored. */
export function noteOf(
  viewer: Viewer,
  { body, client_key: clientKey, file_ids: ids }: NoteBody,
): NewTimelineMessage {
  const files = { ids, uploader: { userId: viewer.id } };
  return {
    kind: 'note',
    body,
    author: byUser(viewer),
    conversationId: null,
    mediaId: null,
    state: null,
    clientKey,
    files,
  };
}
