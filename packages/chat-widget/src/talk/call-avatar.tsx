import { CallIcon } from '../call/call-icon.tsx';
import type { PartProps } from '../call/part-props.ts';

/**
 * Shown without video: the agent's initials, and a music note while the visitor waits. Hidden from screen readers,
 * because the sentence below says the same.
 */
export function CallAvatar({ call, texts }: { call: PartProps['view']['call']; texts: PartProps['texts'] }) {
  const isHeld = call?.held_since != null;
  const hasMusic = isHeld || Boolean(call?.moved_to);
  const letters = initialsOf(call?.agent_name ?? '');
  return (
    <div class="call-face" aria-hidden="true">
      <span class="call-who">
        {letters || <CallIcon name={call?.kind ?? 'voice'} size={34} />}
        {hasMusic && (
          <span class="call-music">
            <CallIcon name="music" size={18} />
          </span>
        )}
      </span>
      {isHeld && <span class="call-wait">{texts.onHold}</span>}
    </div>
  );
}

/** Returns the first letters of a name's first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}
