import type { Message } from '@trunkline/contract';
import { toNames } from '../mentions/mention-text.ts';

const EXCERPT = 120;

type QuotedMessage = Pick<Message, 'kind' | 'body'> & { attachments: readonly { name: string }[] };

/** How a message begins, or what was attached where it says nothing; in a note, whom it mentions by name. */
export function excerptOf({ kind, body, attachments }: QuotedMessage, agent: (id: number) => string): string {
  const said = kind === 'note' ? toNames(body, (id) => agent(id) || '…') : body;
  const words = said || attachments.map(({ name }) => name).join(', ');
  return [...words].slice(0, EXCERPT).join('');
}
