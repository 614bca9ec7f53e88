import { LIMITS, type FileRef, type Message } from '@trunkline/contract';
import { useState } from 'react';
import { useViews } from '#features/tickets/views/api.ts';
import type { Recipients, Rewritten } from '#features/tickets/outbox/outbox.ts';
import { newClientKey, send } from '#features/tickets/outbox/outbox-store.ts';
import { emailHtml } from '../html-of-text.ts';
import { isAddress, isTooMany } from '../recipients/addresses.ts';

const NOBODY: Recipients = { to: [], cc: [], bcc: [] };

/** The attachments that can go along; pictures in the text go with the quoted mail. */
const forwardableFiles = ({ attachments, mail }: Message): FileRef[] => [
  ...attachments.filter(({ id }) => !mail?.has_html || !mail.inline_file_ids.includes(id)),
  ...(mail?.forwards?.files ?? []),
];

/** What is written to whom a mail is passed on, and which of its files go along. */
export function useForward(message: Message, written: Rewritten | undefined, onSent: () => void) {
  const files = forwardableFiles(message);
  const [begun] = useState(() => begunWith(files, written));
  const [recipients, setRecipients] = useState<Recipients>(begun.recipients);
  const [html, setHtml] = useState(begun.html);
  const [own, setOwn] = useState<readonly FileRef[]>(begun.own);
  const [chosen, setChosen] = useState<readonly string[]>(begun.chosen);
  const [isTried, setTried] = useState(false);
  const held = useViews().data?.settings.undo_send_seconds ?? 0;
  const problem = problemOf(recipients, chosen.length + own.length);

  function submit(text: string): void {
    setTried(true);
    if (problem !== null || !canGoTo(recipients)) return;
    void send({
      client_key: newClientKey(),
      ticket_id: message.ticket_id,
      kind: 'reply',
      body: text.slice(0, LIMITS.body),
      letter: { ...recipients, html: html.trim() && emailHtml(html.trim()) },
      forwards: { message_id: message.id, file_ids: [...chosen] },
      ...(message.conversation_id !== null && { conversation_id: message.conversation_id }),
      ...(held > 0 && { later: { in_seconds: held } }),
      attachments: [...own],
      created_at: new Date().toISOString(),
    });
    onSent();
  }

  return {
    files,
    recipients,
    setRecipients,
    html,
    setHtml,
    own,
    setOwn,
    chosen,
    toggle: (id: string) =>
      setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    problem: isTried ? problem : null,
    submit,
  };
}

/** What it begins with: all files of the mail, or what was written before sending was undone. */
function begunWith(files: readonly FileRef[], written: Rewritten | undefined) {
  return {
    recipients: written?.letter ?? NOBODY,
    html: written?.letter?.html ?? written?.body ?? '',
    own: written?.attachments ?? [],
    chosen: written?.forwards?.file_ids ?? files.slice(0, LIMITS.filesPerMessage).map(({ id }) => id),
  };
}

/** What is missing or too much; invalid addresses are marked where they are typed. */
function problemOf({ to }: Recipients, files: number): 'nobody' | 'overfull' | null {
  if (to.length === 0) return 'nobody';
  return files > LIMITS.filesPerMessage ? 'overfull' : null;
}

const canGoTo = (recipients: Recipients): boolean =>
  !isTooMany(recipients) && [...recipients.to, ...recipients.cc, ...recipients.bcc].every(isAddress);
