/**
 * Whose tracks a participant may receive: the call library's `canReceive`, evaluated in the same way by the media server, which
 * enforces it, and by the engine, which shows it. Without zod, since the engine is loaded by every caller.
 */
export type ReceivableTracks =
  | boolean
  | (Partial<Record<(typeof PLAIN)[number], boolean>> &
      Partial<Record<'customVideo' | 'customAudio', Record<string, boolean>>>);

/** The most specific rule applies: for a participant, else for a user, else the general one. */
export type CanReceive = {
  base: ReceivableTracks;
  byUserId?: Record<string, ReceivableTracks>;
  byParticipantId?: Record<string, ReceivableTracks>;
};

type Track = { key: string; kind: 'audio' | 'video' };

const PLAIN = ['video', 'audio', 'screenVideo', 'screenAudio'] as const;

/** Whether these rules allow a track; `key` is one of the library's four, or the name of a custom track. */
export function mayReceive(
  { base, byUserId = {}, byParticipantId = {} }: CanReceive,
  from: { participantId: string; userId: string },
  track: Track,
): boolean {
  const rules = [own(byParticipantId, from.participantId), own(byUserId, from.userId), base];
  const words = rules.map((rule) => ruleFor(rule, track));
  return words.find((word) => word !== undefined) ?? true;
}

/** Whether these rules allow any track at all. */
export const mayReceiveAnything = ({ base, byUserId = {}, byParticipantId = {} }: CanReceive): boolean =>
  [base, ...Object.values(byUserId), ...Object.values(byParticipantId)].some(allowsAny);

function allowsAny(rule: ReceivableTracks): boolean {
  if (typeof rule === 'boolean') return rule;
  return Object.values(rule).some((word) =>
    typeof word === 'object' ? Object.values(word).some(Boolean) : word,
  );
}

function ruleFor(rule: ReceivableTracks | undefined, { key, kind }: Track): boolean | undefined {
  if (typeof rule !== 'object') return rule;
  const plain = PLAIN.find((each) => each === key);
  if (plain) return rule[plain];
  const custom = rule[kind === 'video' ? 'customVideo' : 'customAudio'] ?? {};
  return own(custom, key) ?? own(custom, '*');
}

// Names come from outside, and may be something like "constructor".
const own = <T>(of: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;
