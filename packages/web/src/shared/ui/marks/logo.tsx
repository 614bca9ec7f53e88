/** The product's logo. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path d="M8 10h16M16 10v13" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" fill="none" />
      <circle cx="16" cy="23" r="2.6" fill="#8fe0ec" />
    </svg>
  );
}
