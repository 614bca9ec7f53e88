import { RichText } from '../conversation/field/rich-text.tsx';
import { useTicketNames } from '#shared/tickets/names.ts';
import { partsOf } from './mention-text.ts';

/** The text of a note, with mentions as names. */
export function MentionWords({ children }: { children: string }) {
  const names = useTicketNames();
  return (
    <>
      {partsOf(children).map((part) =>
        typeof part === 'string' ? (
          <RichText key={part}>{part}</RichText>
        ) : (
          <strong key={part.at} data-mention={part.id}>
            @{names.agent(part.id) || '…'}
          </strong>
        ),
      )}
    </>
  );
}
