import { useRef, useState } from 'react';
import type { EmailFieldHandle } from '#features/tickets/mail/email/email-field.tsx';
import { useRecipients } from '#features/tickets/mail/recipients/use-recipients.ts';

/** State of an e-mail beside its draft: the editor, the text before the cursor, and the recipients. */
export function useEmailReply(isByEmail: boolean) {
  const field = useRef<EmailFieldHandle>(null);
  const [before, setBefore] = useState('');
  const people = useRecipients(isByEmail);
  return {
    ...people,
    field,
    before,
    setBefore,
    /** Replaces the text between this position and the cursor. */
    insert: (words: string, from = before.length) => field.current?.insert(words, before.length - from),
    text: () => field.current?.text() ?? '',
  };
}
