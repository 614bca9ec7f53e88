import { HeldKeys } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { LIMITS, type Message } from '@trunkline/contract';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, fileSize } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useStore } from '#shared/lib/store.ts';
import { useTimeline } from '#features/tickets/api.ts';
import { isNearLimit } from '#features/tickets/conversation/composer/text-length.ts';
import { AttachButton } from '#features/tickets/conversation/files/attach-button.tsx';
import { FileStrip } from '#features/tickets/conversation/files/file-strip.tsx';
import { useUploads } from '#features/tickets/conversation/files/use-uploads.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { messagesOf } from '#features/tickets/realtime.ts';
import { EmailField, type EmailFieldHandle } from '../email/email-field.tsx';
import { emailHtml } from '../html-of-text.ts';
import { fullAddress } from '../recipients/people.ts';
import { RecipientRows } from '../recipients/recipient-rows.tsx';
import classes from './forward-dialog.module.css';
import { forwardRequest, type ForwardRequest } from './forward-request.ts';
import { useForward } from './use-forward.ts';

const LengthLine = lazyPart(() => import('#features/tickets/conversation/composer/length-line.tsx'));

/** The dialog to forward an e-mail of this ticket. */
export default function Forwarding() {
  const { ticket } = useOpenTicket().detail;
  const asked = useStore(forwardRequest);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useTimeline(ticket.id);
  const isHere = asked?.ticketId === ticket.id;
  const message = isHere && data && messagesOf(data).find(({ id }) => id === asked.messageId);
  // The e-mail of a restored draft may be older than the loaded messages.
  const isOlder = isHere && !message && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isOlder) void fetchNextPage();
  }, [isOlder, fetchNextPage]);
  if (message) return <ForwardDialog key={message.id} message={message} written={asked.written} />;
  const isComing = isHere && (hasNextPage || isFetchingNextPage);
  return isComing && <HeldKeys onEscape={() => forwardRequest.set(null)} />;
}

type Props = { message: Message; written: ForwardRequest['written'] };

function ForwardDialog({ message, written }: Props) {
  const { t } = useTranslation('tickets/mail/forwarding');
  const close = () => forwardRequest.set(null);
  const forward = useForward(message, written, close);
  const { files, own, chosen, change, length } = forward;
  const field = useRef<EmailFieldHandle>(null);
  const uploads = useUploads({
    attached: own.length + chosen.length,
    onDone: (file) => change((before) => ({ own: [...before.own, file] })),
  });
  const legend = useId();
  const submit = () => !uploads.isBusy && forward.submit(field.current?.text() ?? '');

  /** Returns true where the key was handled. */
  function handleKey(event: KeyboardEvent): boolean {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
    if (!event.repeat) submit();
    return true;
  }

  return (
    <Dialog title={t('title')} onClose={close} width={640}>
      <Stack gap="sm">
        <div className={classes['letter']}>
          <RecipientRows
            recipients={forward.recipients}
            others={[]}
            startsHere={!written}
            isFull
            onChange={change}
          />
          <EmailField
            ref={field}
            html={emailHtml(forward.html)}
            label={t('text')}
            placeholder={t('placeholder')}
            choice={null}
            onChange={(html) => change({ html })}
            onCaret={() => undefined}
            onKey={handleKey}
            onFiles={uploads.add}
          />
          <FileStrip
            files={own}
            uploads={uploads.uploads}
            onRemove={(id) => change({ own: own.filter((file) => file.id !== id) })}
            onCancel={uploads.remove}
            onRetry={uploads.retry}
          />
        </div>
        {isNearLimit(length) && (
          <Suspense>
            <LengthLine length={length} />
          </Suspense>
        )}
        <Quoted message={message} />
        {files.length > 0 && (
          <div role="group" aria-labelledby={legend} className={classes['files']}>
            <span id={legend} className={classes['quiet']}>
              {t('files')}
            </span>
            {files.map((file) => (
              <Checkbox
                key={file.id}
                size="xs"
                checked={chosen.includes(file.id)}
                onChange={() => forward.toggle(file.id)}
                label={`${file.name} · ${fileSize(file.size)}`}
              />
            ))}
          </div>
        )}
        {(forward.problem === 'nobody' || forward.problem === 'overfull') && (
          <p role="alert" className={classes['problem']}>
            {t(forward.problem, { max: LIMITS.filesPerMessage })}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <span className={classes['attach']}>
            <AttachButton onFiles={uploads.add} />
          </span>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button loading={uploads.isBusy} onClick={submit}>
            {t('send')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Which mail is quoted below the text. */
function Quoted({ message: { mail, body, created_at: at } }: { message: Message }) {
  const { t } = useTranslation('tickets/mail/forwarding');
  if (!mail) return null;
  return (
    <div className={classes['quoted']}>
      <span className={classes['quiet']}>
        {t('quoted', { name: fullAddress(mail.from), time: exactTime(mail.date ?? at) })}
      </span>
      <p className={classes['excerpt']} dir="auto">
        {body}
      </p>
    </div>
  );
}
