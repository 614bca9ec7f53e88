/** The kind of a mail by its headers. Pure. */

/** The decoded values of a header, one line each, in their order; the name must be in lower case. */
export type Headers = (name: string) => readonly string[];

export type MailKind =
  /** Written by a person. */
  | 'person'
  /** An out-of-office note or another automatic reply: nobody waits for an answer to it. */
  | 'reply'
  /** A notification or a mailing: it opens a ticket like any other, but gets no automatic reply. */
  | 'notice'
  /** A mail of ours that could not be delivered, or a report on its delivery. */
  | 'bounce';

const first = (headers: Headers, name: string): string => headers(name)[0]?.trim().toLowerCase() ?? '';

/** `own`: our own addresses, including those of groups through which customers write. */
export function mailKindOf(headers: Headers, sender: string, own: readonly string[] = []): MailKind {
  if (isBounce(headers, sender)) return 'bounce';
  if (isReply(headers)) return 'reply';
  return isNotice(headers, own) ? 'notice' : 'person';
}

/** People may set this header too, for which Outlook has an option, so it does not say that a machine wrote the mail. */
export const wantsNoAutomaticAnswer = (headers: Headers): boolean => isSuppressing(headers);

function isBounce(headers: Headers, sender: string): boolean {
  const type = first(headers, 'content-type');
  if (
    type.startsWith('multipart/report') &&
    /report-type="?(delivery-status|disposition-notification)/.test(type)
  )
    return true;
  if (headers('x-failed-recipients').length > 0) return true;
  const isMachine = /^(mailer-daemon|postmaster)(@|$)/.test(sender);
  return isMachine && (hasEmptySender(headers) || first(headers, 'auto-submitted') === 'auto-replied');
}

/** The envelope sender was empty, which means that the mail must never be answered. */
const hasEmptySender = (headers: Headers): boolean =>
  headers('return-path').some((path) => /^<\s*>$|^$/.test(path.trim()));

function isReply(headers: Headers): boolean {
  if (first(headers, 'auto-submitted').startsWith('auto-replied')) return true;
  // Recognised in any language: a machine wrote it, and it refers to another mail.
  const isAnswer = headers('in-reply-to').length > 0 || headers('references').length > 0;
  if (isAnswer && (isSubmittedByMachine(headers) || hasEmptySender(headers))) return true;
  const marks = ['x-autoreply', 'x-autorespond', 'x-auto-reply-from', 'x-mail-autoreply', 'x-autoresponse'];
  if (marks.some((name) => headers(name).length > 0)) return true;
  if (first(headers, 'precedence') === 'auto_reply') return true;
  return OUT_OF_OFFICE.test(first(headers, 'subject')) && (hasEmptySender(headers) || isSuppressing(headers));
}

const OUT_OF_OFFICE =
  /^(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|abwesenheits|automatische antwort|réponse automatique|respuesta automática|balasan otomatis|di luar kantor)/;

/** Asks for no automatic response, as Exchange does in its own automatic replies. */
const isSuppressing = (headers: Headers): boolean =>
  /\b(all|oof|autoreply)\b/.test(first(headers, 'x-auto-response-suppress'));

/** RFC 3834, section 5. */
function isSubmittedByMachine(headers: Headers): boolean {
  const submitted = first(headers, 'auto-submitted');
  return submitted !== '' && !/^no\b/.test(submitted);
}

function isNotice(headers: Headers, own: readonly string[]): boolean {
  if (isSubmittedByMachine(headers) || hasEmptySender(headers)) return true;
  const precedence = first(headers, 'precedence');
  if (/^(bulk|junk)$/.test(precedence)) return true;
  const isList =
    precedence === 'list' || headers('list-id').length > 0 || headers('list-unsubscribe').length > 0;
  return isList && !isOwnGroup(headers, own);
}

/** Our own groups add list headers to everything that is written to them, which does not make it a mailing. */
function isOwnGroup(headers: Headers, own: readonly string[]): boolean {
  const named = ['list-post', 'mailing-list']
    .flatMap((name) => headers(name))
    .join(' ')
    .toLowerCase();
  const id = /<([^<>]*)>/.exec(first(headers, 'list-id'))?.[1] ?? '';
  const posts = addressesIn(named);
  return own.some((address) => id === address.replace('@', '.') || posts.includes(address));
}

const addressesIn = (text: string): string[] =>
  text.split(/[\s<>,;]+/).map((word) => word.replace(/^mailto:/, '').replace(/\?.*$/, ''));
