import { useRef, useState } from 'react';
import type { EmailFieldHandle } from '#features/tickets/mail/email/email-field.tsx';
import { useRecipients } from '#features/tickets/mail/recipients/use-recipients.ts';

/** What of a mail is not in its draft: its field, what stands there before the cursor, and whom it goes to. */
export function useEmailReply(isByEmail: boolean) {
  const field = useRef<EmailFieldHandle>(null);
  const [before, setBefore] = useState('');
  const people = useRecipients(isByEmail);
  return {
    ...people,
    field,
    before,
    setBefore,
    /** In place of what stands from there to the cursor. */
    insert: (words: string, from = before.length) => field.current?.insert(words, before.length - from),
    text: () => field.current?.text() ?? '',
  };
}
