import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { Button, Menu, Select, TextInput } from '@mantine/core';
import { IconCalendarTime, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LIMITS, type MailDraft, type MailSender } from '@trunkline/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { emailHtml } from '../mail/html-of-text.ts';
import { EmailField, type EmailFieldHandle } from '../mail/email/email-field.tsx';
import { RecipientRows } from '../mail/recipients/recipient-rows.tsx';
import type { MailRecipients } from '../outbox/outbox.ts';
import { ComposerTools } from '../conversation/composer/composer-tools.tsx';
import composer from '../conversation/composer/composer.module.css';
import { DropZone } from '../conversation/files/drop-zone.tsx';
import { FileStrip } from '../conversation/files/file-strip.tsx';
import { TemplateList } from '../conversation/field/template-list.tsx';
import classes from './compose-mail.module.css';
import { useMailTemplates } from './use-mail-templates.ts';
import { useNewMail } from './use-new-mail.ts';

// Loaded when first needed, because few e-mails are scheduled.
const SendLater = lazyOverlay(() => import('../scheduled/send-later.tsx'));

type Props = {
  place: string;
  senders: readonly [MailSender, ...MailSender[]];
  to: MailRecipients['to'];
  stored: MailDraft | null;
};

const TEMPLATES_ID = 'mail-templates';
const SAVED = { unsaved: 'unsaved', saving: 'saving', saved: 'saved', failed: 'saveFailed' } as const;

/** The form of a new e-mail. Ctrl+Enter in its subject or text sends it. */
export function MailForm({ place, senders, to, stored }: Props) {
  const { t } = useTranslation('tickets/compose-mail');
  const mail = useNewMail({ place, senders, to, stored });
  const { draft, change, sender, uploads, missing, failure } = mail;
  const field = useRef<EmailFieldHandle>(null);
  const [before, setBefore] = useState('');
  const insert = (words: string, from = before.length) => field.current?.insert(words, before.length - from);
  const templates = useMailTemplates({ before, draft, sender, onInsert: insert });
  const [isChoosingTime, setChoosingTime] = useState(false);
  const hasChoice = templates.isOpen && templates.found.length > 0;
  // Scrolled into view when an answer is missing, because fields below the text are easily overlooked.
  const answers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mail.refusals > 0) answers.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [mail.refusals]);

  /** Returns true where the key was handled. */
  function handleKey(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    return templates.handleKey(event) || isSending(event);
  }

  function isSending({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
    if (key !== 'Enter' || !(ctrlKey || metaKey)) return false;
    void mail.send();
    return true;
  }

  return (
    <DropZone kind="reply" fillsCorner={false} onFiles={uploads.add}>
      <Head mail={mail} senders={senders} onKey={isSending} />
      {templates.isOpen && (
        <TemplateList
          id={TEMPLATES_ID}
          templates={templates.found}
          active={templates.index}
          failed={templates.failed}
          onPick={templates.pick}
        />
      )}
      <EmailField
        ref={field}
        html={emailHtml(draft.html)}
        label={t('text')}
        placeholder={t('placeholder')}
        choice={hasChoice ? { list: TEMPLATES_ID, active: `${TEMPLATES_ID}-${templates.index}` } : null}
        onChange={(html) => change({ html })}
        onCaret={setBefore}
        onKey={handleKey}
        onFiles={uploads.add}
      />
      {mail.answers.fields.length > 0 && (
        <div ref={answers} className={classes['answers']} role="group" aria-label={t('answers')}>
          <AnswerFields
            fields={mail.answers.fields}
            answers={{}}
            drafts={mail.answers.drafts}
            problems={mail.answers.problems}
            isRequired={() => true}
            onChange={mail.answers.setDrafts}
          />
        </div>
      )}
      <FileStrip
        files={draft.files}
        uploads={uploads.uploads}
        onRemove={(id) => change({ files: draft.files.filter((file) => file.id !== id) })}
        onCancel={uploads.remove}
        onRetry={uploads.retry}
      />
      <div className={classes['notes']}>
        {missing.html && <p role="alert">{t('need.html')}</p>}
        {failure && (
          <Notice kind="failed">
            {t(`failed.${failure}`)}{' '}
            {mail.sentAs !== null && (
              <Link to="/tickets" search={{ id: mail.sentAs }}>
                {t('showSent')}
              </Link>
            )}
          </Notice>
        )}
      </div>
      <div className={composer['bar']}>
        <ComposerTools hasTemplates onFiles={uploads.add} onInsert={insert} />
        <span className={composer['keys']} aria-hidden>
          {t('signature')}
          <span className={classes['key']}>
            <Kbd keys="mod+Enter" /> {t('send')}
          </span>
        </span>
        {mail.isWritten && (
          <Button variant="subtle" color="gray" onClick={mail.discard}>
            {t('discard')}
          </Button>
        )}
        <SendButton mail={mail} onLater={() => setChoosingTime(true)} />
      </div>
      {isChoosingTime && (
        <SendLater isByEmail onPick={(at) => void mail.send(at)} onClose={() => setChoosingTime(false)} />
      )}
    </DropZone>
  );
}

type SendButtonProps = { mail: ReturnType<typeof useNewMail>; onLater: () => void };

function SendButton({ mail: { failure, isBusy, send }, onLater }: SendButtonProps) {
  const { t } = useTranslation('tickets/compose-mail');
  const { t: tickets } = useTranslation('tickets');
  return (
    <Button.Group>
      <Button loading={isBusy} onClick={() => void send()}>
        {failure === 'sent' ? t('anew') : failure ? t('again') : t('send')}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            px={6}
            disabled={isBusy}
            aria-label={tickets('composer.more')}
            className={composer['split']}
          >
            <IconChevronDown size={16} stroke={1.75} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCalendarTime size={16} stroke={1.75} />} onClick={onLater}>
            {tickets('composer.sendLater')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

type HeadProps = Pick<Props, 'senders'> & {
  mail: ReturnType<typeof useNewMail>;
  onKey: (event: { key: string; ctrlKey: boolean; metaKey: boolean }) => boolean;
};

/** Mailbox, recipients and subject. */
function Head({ mail: { draft, state, change, sender, missing }, senders, onKey }: HeadProps) {
  const { t } = useTranslation('tickets/compose-mail');
  const { t: tickets } = useTranslation('tickets');
  const id = useId();
  const { to, cc, bcc } = draft;
  return (
    <div className={classes['head']}>
      <div className={classes['row']}>
        <label htmlFor={`${id}-from`}>{t('from')}</label>
        <Select
          id={`${id}-from`}
          variant="unstyled"
          className={classes['field'] ?? ''}
          value={String(sender.id)}
          data={senders.map((one) => ({ value: String(one.id), label: `${one.name} <${one.address}>` }))}
          onChange={(chosen) => chosen && change({ mailbox_id: Number(chosen) })}
          allowDeselect={false}
        />
        <span className={`${composer['saved']} ${classes['saved']}`} data-state={state}>
          {state !== 'empty' && tickets(`composer.${SAVED[state]}`)}
        </span>
      </div>
      <RecipientRows
        recipients={{ to, cc, bcc }}
        others={[]}
        startsHere={to.length === 0}
        onChange={change}
      />
      {missing.to === 'to' && (
        <p role="alert" className={classes['need']}>
          {t('need.to')}
        </p>
      )}
      <div className={classes['row']}>
        <label htmlFor={`${id}-subject`}>{t('subject')}</label>
        <TextInput
          id={`${id}-subject`}
          variant="unstyled"
          className={classes['field'] ?? ''}
          autoFocus={to.length > 0}
          maxLength={LIMITS.subject}
          value={draft.subject}
          error={missing.subject && t('need.subject')}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          onKeyDown={(event) => onKey(event) && event.preventDefault()}
        />
      </div>
    </div>
  );
}
