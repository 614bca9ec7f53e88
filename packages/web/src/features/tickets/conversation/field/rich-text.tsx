import type { ReactNode } from 'react';

const LINK = /\bhttps?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}]/g;

/** A plain text with its addresses as links. Never treated as HTML, because customers write it. */
export function RichText({ children }: { children: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of children.matchAll(LINK)) {
    parts.push(children.slice(end, match.index));
    parts.push(
      <a key={match.index} href={match[0]} target="_blank" rel="noreferrer noopener">
        {match[0]}
      </a>,
    );
    end = match.index + match[0].length;
  }
  parts.push(children.slice(end));
  return <>{parts}</>;
}
