import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { emailHtml } from '#features/tickets/mail/html-of-text.ts';
import classes from '../composer/composer.module.css';
import type { ComposerMenu, Composing } from '../composer/use-composer.ts';

// Loaded when first needed: most tickets have no e-mail, and the editor is as large as the rest of the page.
const EmailEditor = lazyPart(() => import('#features/tickets/mail/email/email-editor.tsx'));

type Props = { composer: Composing; choice: ComposerMenu };

/** Recipients and rich text editor of an e-mail. Enter starts a new line, Ctrl+Enter sends. */
export function MailField({ composer, choice }: Props) {
  const { t } = useTranslation('tickets');
  const { draft, change, typing, email, uploads, send, templates } = composer;

  /** Returns true where the key was handled. */
  function handleKey(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    if (templates.handleKey(event)) return true;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
    if (!event.repeat) void send(false);
    return true;
  }

  return (
    <Suspense fallback={<div className={classes['waiting']} />}>
      <EmailEditor
        people={{ recipients: email.recipients, others: email.others, onChange: email.choose }}
        confirming={{ asked: email.asked, confirmed: email.confirmed, onConfirm: email.confirm }}
        field={{
          ref: email.field,
          html: emailHtml(draft.body),
          placeholder: t('composer.replyPlaceholder', { name: email.shownName }),
          choice,
          onChange: (body) => {
            change({ body });
            typing(body === '' ? 'no' : 'reply');
          },
          onCaret: email.setBefore,
          onKey: handleKey,
          onFiles: uploads.add,
        }}
      />
    </Suspense>
  );
}
