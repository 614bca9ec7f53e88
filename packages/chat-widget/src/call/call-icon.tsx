const PATHS = {
  voice:
    'M7 4.5h3l1.5 4-2 1.3a10 10 0 0 0 4.7 4.7l1.3-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A14.5 14.5 0 0 1 5.5 6.1 1.5 1.5 0 0 1 7 4.5Z',
  microphone:
    'M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4ZM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
  silence:
    'M9.5 9.5v2a2.5 2.5 0 0 0 4 2M14.5 10.5v-4a2.5 2.5 0 0 0-4.7-1.2M6.5 11.5a5.5 5.5 0 0 0 9 4.2M17.5 11.5c0 .6-.1 1.2-.3 1.7M12 17v3M4.5 4.5l15 15',
  video: 'M4 7h10v10H4zM14 11l6-3.5v9L14 13z',
  music:
    'M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM9 17.5V6l10-2v11.5M19 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
} as const;

/** Icons that only calls need; hidden from screen readers, because the buttons have names. */
export function CallIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
