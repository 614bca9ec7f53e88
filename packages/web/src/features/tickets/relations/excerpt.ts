import type { Message } from '@trunkline/contract';
import { toNames } from '../mentions/mention-text.ts';

const EXCERPT = 120;

type QuotedMessage = Pick<Message, 'kind' | 'body'> & { attachments: readonly { name: string }[] };

/** Returns the beginning of a message, or its attachments where it has no text; mentions are shown by name. */
export function excerptOf({ kind, body, attachments }: QuotedMessage, agent: (id: number) => string): string {
  const said = kind === 'note' ? toNames(body, (id) => agent(id) || '…') : body;
  const words = said || attachments.map(({ name }) => name).join(', ');
  return [...words].slice(0, EXCERPT).join('');
}
