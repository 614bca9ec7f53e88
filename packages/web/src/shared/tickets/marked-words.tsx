import type { SearchExcerpt } from '@trunkline/contract';

/** Words that a search has found, marked. What was written is shown as text, never as HTML. */
export function MarkedWords({ parts }: Pick<SearchExcerpt, 'parts'>) {
  return parts.map(({ text, is_hit: isHit }, index) => {
    const key = `${index} ${text}`;
    return isHit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
