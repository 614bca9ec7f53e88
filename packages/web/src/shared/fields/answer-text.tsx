import type { Answer, CustomField } from '@trunkline/contract';
import { useAnswerWords } from './use-answer-words.ts';

/** An answer for reading; one that is a link can be opened. */
export function AnswerText({ field, answer }: { field: CustomField; answer: Answer }) {
  const words = useAnswerWords();
  if (field.kind !== 'link') return <bdi style={{ whiteSpace: 'pre-wrap' }}>{words(field, answer)}</bdi>;
  const address = String(answer);
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address.replace(/^(https?:\/\/|mailto:)/i, '')}
    </a>
  );
}
