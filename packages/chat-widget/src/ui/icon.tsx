const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  send: 'M12 19V5.5M6 11.5l6-6 6 6',
  attach:
    'M20 11.5l-8 8a5 5 0 0 1-7.1-7.1l8.3-8.2a3.4 3.4 0 0 1 4.8 4.7l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4l7.4-7.4',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2a4.2 4.2 0 0 0 7 0M9 9.6v.01M15 9.6v.01',
  file: 'M13.5 3H7a1.5 1.5 0 0 0-1.5 1.5v15A1.5 1.5 0 0 0 7 21h10a1.5 1.5 0 0 0 1.5-1.5V8L13.5 3ZM13.5 3v5h5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  checks: 'M2.5 12.5L7 17l9-9.5M11.5 16l1 1 9-9.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  alert: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5v5.2M12 16.2v.01',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.2M19.5 4.5v4.4h-4.4',
  down: 'M6 10l6 6 6-6',
  mail: 'M4 6.5h16v11H4zM4 7l8 6 8-6',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM16 10l4 4M20 10l-4 4',
  leave: 'M10 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H10M15 8l4 4-4 4M19 12H9.5',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a text, or on a button with a name of its own; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
