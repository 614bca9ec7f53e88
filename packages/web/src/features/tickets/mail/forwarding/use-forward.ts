import { LIMITS, type FileRef, type Message } from '@trunkline/contract';
import { useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { useViews } from '#features/tickets/views/api.ts';
import type { MessageToRewrite } from '#features/tickets/outbox/outbox.ts';
import { newClientKey, send } from '#features/tickets/outbox/outbox-store.ts';
import {
  forwardDraftOf,
  forwardLength,
  htmlOf,
  problemOf,
  readForwardDraft,
  writeForwardDraft,
  type ForwardDraft,
} from './forward-draft.ts';

/** The attachments that can go along; pictures in the text go with the quoted mail. */
const forwardableFiles = ({ attachments, mail }: Message): FileRef[] => [
  ...attachments.filter(({ id }) => !mail?.has_html || !mail.inline_file_ids.includes(id)),
  ...(mail?.forwards?.files ?? []),
];

/** The state of a forwarded e-mail: text, recipients and files. Kept on this device until it is sent. */
export function useForward(message: Message, written: MessageToRewrite | undefined, onSent: () => void) {
  const { user } = useSession();
  const place = { userId: user.id, messageId: message.id };
  const files = forwardableFiles(message);
  const [draft, setDraft] = useState(() => forwardDraftOf(files, written, readForwardDraft(place)));
  const [isTried, setTried] = useState(false);
  const held = useViews().data?.settings.undo_send_seconds ?? 0;
  const { html, own, chosen, ...recipients } = draft;
  const problem = problemOf(draft);

  /** Also called when an upload ends, after later changes of the draft. */
  function change(part: Partial<ForwardDraft> | ((before: ForwardDraft) => Partial<ForwardDraft>)): void {
    setDraft((before) => {
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) };
      writeForwardDraft(place, next);
      return next;
    });
  }

  function submit(text: string): void {
    setTried(true);
    if (problem !== null) return;
    void send({
      client_key: newClientKey(),
      ticket_id: message.ticket_id,
      kind: 'reply',
      // The server makes the text of an e-mail from its HTML; until then the beginning of the typed text is shown.
      body: text.slice(0, LIMITS.body),
      letter: { ...recipients, html: htmlOf(draft) },
      forwards: { message_id: message.id, file_ids: [...chosen] },
      ...(message.conversation_id !== null && { conversation_id: message.conversation_id }),
      ...(held > 0 && { later: { in_seconds: held } }),
      attachments: [...own],
      created_at: new Date().toISOString(),
    });
    writeForwardDraft(place, null);
    onSent();
  }

  return {
    files,
    recipients,
    html,
    own,
    chosen,
    change,
    toggle: (id: string) =>
      change({ chosen: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] }),
    length: forwardLength(draft),
    problem: isTried ? problem : null,
    submit,
  };
}
