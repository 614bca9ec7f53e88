import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../ui/context.ts';
import { useEscape } from '../ui/escape.ts';

/** Sixty common emoji, because a library of all of them would be larger than the rest of the widget. */
const EMOJI = [
  ...['😀', '😃', '😄', '😁', '😅', '😂', '🤣', '🙂', '😉', '😊', '😇', '🥰', '😍', '😘', '😋', '😜'],
  ...['🤔', '🤗', '🤭', '😐', '😬', '🙄', '😌', '😴', '😎', '🥳', '😕', '🙁', '😮', '😢', '😭', '😤'],
  ...['😡', '🤯', '😱', '🤦', '🤷', '🙏', '👍', '👎', '👌', '✌️', '🤞', '👏', '🙌', '👋', '💪', '🤝'],
  ...['❤️', '💔', '💯', '✅', '❌', '❓', '❗', '⭐', '🔥', '🎉', '🎁', '☕', '📦', '🚚', '💳', '📷'],
] as const;
const COLUMNS = 8;

type EmojiProps = { onPick: (emoji: string) => void; onClose: () => void };

/** A grid with a single tab stop; the arrow keys move within it. */
export function EmojiPicker({ onPick, onClose }: EmojiProps) {
  const texts = useTexts();
  const [current, setCurrent] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    grid.current?.querySelectorAll('button')[current]?.focus();
  }, [current]);

  useEscape(() => {
    onClose();
    document.querySelector<HTMLElement>('.emoji-button')?.focus();
  });
  const handleKey = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const next = stepOf(event.key, current);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
  };
  return (
    <div ref={grid} class="emoji" role="toolbar" tabIndex={-1} aria-label={texts.emoji} onKeyDown={handleKey}>
      {EMOJI.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          tabIndex={index === current ? 0 : -1}
          onClick={() => {
            setCurrent(index);
            onPick(emoji);
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

function stepOf(key: string, current: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: current + COLUMNS,
    ArrowUp: current - COLUMNS,
    Home: 0,
    End: EMOJI.length - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(EMOJI.length - 1, Math.max(0, next));
}
