import { Media, type Conversation, type MediaId } from '@trunkline/contract';

const CALLS: ReadonlySet<MediaId> = new Set([
  Media.voiceCall,
  Media.roomVoice,
  Media.videoCall,
  Media.videoTiles,
]);

/** The conversations that can be answered in writing, oldest first: a call cannot. */
export function writtenOnes(conversations: readonly Conversation[]): Conversation[] {
  return conversations.filter((each) => !CALLS.has(each.media_id)).toSorted((a, b) => a.id - b.id);
}

/** Whether an answer goes out as a mail: with its looks, and to whomever is named. */
export const isAnsweredByMail = (conversations: readonly Conversation[]): boolean =>
  writtenOnes(conversations).at(-1)?.media_id === Media.email;
