import type { CallKind } from '@trunkline/contract';
import { z } from 'zod';
import type { Secrets } from '#platform/secrets';

const PURPOSE = 'room';
/** Longer than any call; whoever comes back after that gets a new token from us. */
const VALID_MS = 12 * 3_600_000;

const place = z.object({
  /** The room. */
  r: z.string(),
  /** The identity in the room. */
  i: z.string(),
  n: z.string(),
  /** Id of our user; null for customers and guests. */
  u: z.number().nullable(),
  o: z.boolean(),
  k: z.enum(['voice', 'video']),
  /** Whether they must wait in the lobby to be admitted. */
  l: z.boolean().optional(),
  e: z.number(),
});

/** What a token says: who may join which room as what. */
export type RoomTokenContent = {
  room: string;
  identity: string;
  name: string;
  userId: number | null;
  isOwner: boolean;
  kind: CallKind;
  isInLobby?: boolean;
};

/** Writes and reads the tokens that pages hand to the call library: who may join which room as what. */
export function createRoomTokens(secrets: Secrets): RoomTokens {
  return {
    write({ room, identity, name, userId, isOwner, kind, isInLobby = false }, now) {
      const payload = {
        r: room,
        i: identity,
        n: name,
        u: userId,
        o: isOwner,
        k: kind,
        ...(isInLobby && { l: true }),
        e: now.getTime() + VALID_MS,
      };
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `${text}.${secrets.sign(PURPOSE, text)}`;
    },

    read(token, now) {
      const [text = '', signature = ''] = token.split('.');
      if (!secrets.isSigned(PURPOSE, text, signature)) return undefined;
      const parsed = place.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      if (!parsed.success || parsed.data.e < now.getTime()) return undefined;
      const {
        r: room,
        i: identity,
        n: name,
        u: userId,
        o: isOwner,
        k: kind,
        l: isInLobby = false,
      } = parsed.data;
      return { room, identity, name, userId, isOwner, kind, isInLobby };
    },
  };
}

export type RoomTokens = {
  /** Valid for twelve hours from `now`. */
  write(place: RoomTokenContent, now: Date): string;
  /** Returns undefined for tokens that we did not sign or that have expired. */
  read(token: string, now: Date): RoomTokenContent | undefined;
};
