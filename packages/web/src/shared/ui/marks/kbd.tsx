import classes from './kbd.module.css';

const NAMES: Record<string, string> = {
  mod: isMac() ? '⌘' : 'Ctrl',
  alt: isMac() ? '⌥' : 'Alt',
  shift: '⇧',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** Shows the keys of a shortcut, in the notation of useShortcuts. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={classes['keys']}>
      {keys.split(/[ +]/).map((key, index) => (
        <kbd key={index} className={classes['key']}>
          {NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </kbd>
      ))}
    </span>
  );
}
