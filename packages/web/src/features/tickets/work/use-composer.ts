import type { DraftKind } from '@trunkline/contract';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { fillTemplate, type TemplateValues } from '#shared/lib/fill-template.ts';
import { discard } from '../outbox-store.ts';
import { useTyping } from '../presence.ts';
import { useOpenTicket } from '../ticket-context.ts';
import { isEmptyDraft, readLocalDraft } from '../local-drafts.ts';
import type { TicketDetail } from '../realtime.ts';
import { usePad } from './use-pad.ts';
import { useSend } from './use-send.ts';
import { useTemplateMenu } from './use-template-menu.ts';
import { writtenOnes } from '../written.ts';

export type ComposerHandle = {
  write: (kind: DraftKind) => void;
  editAgain: (clientKey: string) => void;
};

/** What is being written on the open ticket, and everything that happens to it. */
export function useComposer(ref: Ref<ComposerHandle>) {
  const { detail } = useOpenTicket();
  const { ticket, customer } = detail;
  const { user } = useSession();
  const pads = { reply: usePad('reply'), note: usePad('note') };
  const [kind, setKind] = useState(() => firstKind(user.id, detail));
  const { draft, state, change, clear, uploads } = pads[kind];
  const typing = useTyping(ticket.id);
  const text = useTextField(draft.body, (body) => change({ body }));
  const { canSend, send } = useSend({ kind, draft, isUploading: uploads.isBusy, onSent: handleSent });
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
    departmentId: ticket.department_id,
    enabled: kind === 'reply',
    onPick: (template, start) => text.insert(fillTemplate(template.body, values), start, text.cursor),
  });

  function choose(next: DraftKind): void {
    setKind(next);
    text.setCursor(pads[next].draft.body.length);
  }

  function handleSent(): void {
    clear();
    typing('no');
  }

  useImperativeHandle(ref, () => ({
    write(next) {
      if (next !== kind) choose(next);
      text.field.current?.focus();
    },
    editAgain(clientKey) {
      const message = discard(clientKey);
      if (!message) return;
      const pad = pads[message.kind];
      const body = [pad.draft.body.trim(), message.body].filter(Boolean).join('\n\n');
      pad.change((before) => ({ body, files: [...before.files, ...message.attachments] }));
      setKind(message.kind);
      text.place(body.length);
    },
  }));

  return { kind, choose, draft, state, change, typing, text, uploads, canSend, send, templates };
}

/** The text and its cursor: words can be put in where it stands. */
function useTextField(body: string, onWrite: (body: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(body.length);

  function place(at: number): void {
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
    onWrite(body.slice(0, from) + text + body.slice(to));
    place(from + text.length);
  }

  return { field, cursor, setCursor, place, insert };
}

/** Where somebody was writing last; else a reply, where there is anybody to reply to. */
function firstKind(userId: number, { ticket, drafts, conversations }: TicketDetail): DraftKind {
  const held = (['reply', 'note'] as const).find((kind) => {
    const local = readLocalDraft({ userId, ticketId: ticket.id, kind });
    return local && !isEmptyDraft(local);
  });
  return held ?? drafts[0]?.kind ?? (writtenOnes(conversations).length > 0 ? 'reply' : 'note');
}
