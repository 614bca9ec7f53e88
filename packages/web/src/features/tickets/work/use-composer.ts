import type { FileRef } from '@trunkline/contract';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { discard } from '../outbox-store.ts';
import { useTyping } from '../presence.ts';
import { fillTemplate, type TemplateValues } from '../template-variables.ts';
import { useOpenTicket } from '../ticket-context.ts';
import { useDraft } from '../use-draft.ts';
import { useSend } from './use-send.ts';
import { useTemplateMenu } from './use-template-menu.ts';
import { useUploads } from './use-uploads.ts';

export type ComposerHandle = {
  write: (kind: 'reply' | 'note') => void;
  editAgain: (clientKey: string) => void;
};

/** What is being written on the open ticket, and everything that happens to it. */
export function useComposer(ref: Ref<ComposerHandle>) {
  const { detail } = useOpenTicket();
  const { ticket, customer } = detail;
  const { user } = useSession();
  const { draft, state, change, clear } = useDraft({ userId: user.id, ticketId: ticket.id }, detail);
  const typing = useTyping(ticket.id);
  const text = useTextField(draft.body, (body) => change({ body }));
  const uploads = useUploads({ attached: draft.files.length, onDone: addFile });
  const { canSend, send } = useSend({ draft, isUploading: uploads.isBusy, onSent: handleSent });
  const values: TemplateValues = {
    'customer.name': customer.name,
    'agent.name': user.fullname,
    'ticket.number': ticket.number,
  };
  const templates = useTemplateMenu({
    body: draft.body,
    cursor: text.cursor,
    language: customer.language,
    mediaId: ticket.media_id,
    enabled: draft.kind === 'reply',
    onPick: (template, start) => text.insert(fillTemplate(template.body, values), start, text.cursor),
  });

  // Uploads end later than the render that began them, so the files of that moment count, not of then.
  function addFile(file: FileRef): void {
    change((before) => ({ files: [...before.files, file] }));
  }

  function handleSent(): void {
    clear();
    typing('no');
  }

  useImperativeHandle(ref, () => ({
    write(kind) {
      if (kind !== draft.kind) change({ kind });
      text.field.current?.focus();
    },
    editAgain(clientKey) {
      const message = discard(clientKey);
      if (!message) return;
      change({ kind: message.kind, files: [...draft.files, ...message.attachments] });
      text.write([draft.body.trim(), message.body].filter(Boolean).join('\n\n'));
    },
  }));

  return { draft, state, change, typing, text, uploads, canSend, send, templates };
}

/** The text and its cursor: words can be put in where it stands. */
function useTextField(body: string, onWrite: (body: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(body.length);

  function write(next: string, at = next.length): void {
    onWrite(next);
    setCursor(at);
    // After React has written the text, or the cursor would jump to its end.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  }

  function insert(
    text: string,
    from = field.current?.selectionStart ?? cursor,
    to = field.current?.selectionEnd ?? from,
  ): void {
    write(body.slice(0, from) + text + body.slice(to), from + text.length);
  }

  return { field, cursor, setCursor, write, insert };
}
