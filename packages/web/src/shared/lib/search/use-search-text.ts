import { useEffect, useEffectEvent, useRef, useState } from 'react';

const PAUSE_MS = 200;

/** The text of a search field, reported once typing pauses. Follows the address when that changes otherwise. */
export function useSearchText(
  value: string,
  onChange: (value: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const told = useRef<readonly string[]>([]);

  const tell = useEffectEvent(() => {
    const next = text.trim();
    if (next === (told.current.at(-1) ?? value)) return;
    told.current = [...told.current, next];
    onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const follow = useEffectEvent(() => {
    const rest = afterEcho(told.current, value);
    told.current = rest ?? [];
    if (!rest) setText(value);
  });
  useEffect(() => follow(), [value]);
  return [text, setText];
}

/**
 * Returns the reported texts that the address has not caught up with yet, once it says `value`. Null when the address
 * was changed otherwise. Without this, an earlier text coming back from the address would overwrite later typing.
 */
export function afterEcho(told: readonly string[], value: string): readonly string[] | null {
  const at = told.indexOf(value);
  return at < 0 ? null : told.slice(at + 1);
}
