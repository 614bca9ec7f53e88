import type { FileRef, Message, VisitorChat, VisitorMessage } from '@trunkline/contract';
import type { Secrets } from '#platform/secrets';
import type { ConversationRow } from '#modules/conversations';

/** What visitors may see of files and messages. */
export type VisitorView = {
  /** Its URL is signed for visitors. */
  fileOf(file: FileRef): FileRef;
  isFileSignature(id: string, signature: string): boolean;
  /** Null for notes and events: visitors see only messages from and to them. */
  messageOf(message: Message): VisitorMessage | null;
};

/** What visitors may see of files and messages. Pure, except for the signatures of file URLs. */
export function createVisitorView(secrets: Pick<Secrets, 'sign' | 'isSigned'>): VisitorView {
  const fileOf = ({ id, name, mime, size }: FileRef): FileRef => ({
    id,
    name,
    mime,
    size,
    url: `/api/livechat/files/${id}?signature=${secrets.sign('visitor-file', id)}`,
  });

  return {
    fileOf,
    isFileSignature: (id, signature) => secrets.isSigned('visitor-file', id, signature),

    messageOf(message) {
      if (message.kind !== 'inbound' && message.kind !== 'outbound') return null;
      const from =
        message.kind === 'inbound' ? 'visitor' : message.author.type === 'user' ? 'agent' : 'system';
      const { id, body, state, created_at } = message;
      return {
        id,
        from,
        author: from === 'agent' ? firstName(message.author.name) : message.author.name,
        body,
        attachments: message.attachments.map(fileOf),
        state,
        client_key: from === 'visitor' ? message.client_key : null,
        created_at,
      };
    },
  };
}

const STATUS: Record<ConversationRow['status'], VisitorChat['status']> = {
  waiting: 'waiting',
  offered: 'waiting',
  active: 'active',
  ended: 'ended',
};

export function visitorChatOf(
  conversation: Pick<ConversationRow, 'status'> | undefined,
  known: { name: string; email: string },
  more: { agentName: string | null; goesOn?: boolean } & Pick<VisitorChat, 'position' | 'expected_wait'>,
): VisitorChat {
  const status = conversation ? STATUS[conversation.status] : 'none';
  return {
    status,
    agent_name: status === 'active' && more.agentName ? firstName(more.agentName) : null,
    goes_on: status === 'ended' && (more.goesOn ?? false),
    position: status === 'waiting' ? more.position : null,
    expected_wait: status === 'waiting' ? more.expected_wait : null,
    visitor: known.name ? known : null,
  };
}

/** Visitors see only an agent's first name. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
