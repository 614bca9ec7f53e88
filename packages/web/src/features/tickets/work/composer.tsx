import { Textarea } from '@mantine/core';
import { LIMITS } from '@trunkline/contract';
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTicket } from '../ticket-context.ts';
import { ComposerBar } from './composer-bar.tsx';
import { ComposerHint } from './composer-hint.tsx';
import classes from './composer.module.css';
import { ComposerTabs } from './composer-tabs.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileStrip } from './file-strip.tsx';
import { TemplateList } from './template-list.tsx';
import { type ComposerHandle, useComposer } from './use-composer.ts';

const TEMPLATES_ID = 'reply-templates';

type Props = {
  ref: Ref<ComposerHandle>;
  /** Nothing stands to the right of it: what appears in the corner of the screen has to make way. */
  fillsCorner: boolean;
};

/** Where an answer or a note is written. */
export function Composer({ ref, fillsCorner }: Props) {
  const { t } = useTranslation('tickets');
  const { customer } = useOpenTicket().detail;
  const { kind, choose, draft, state, change, typing, text, uploads, canSend, send, templates } =
    useComposer(ref);
  const isNote = kind === 'note';
  const hasChoices = templates.isOpen && templates.found.length > 0;

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing || templates.handleKey(event)) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void send(false);
  }

  function handlePaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  }

  return (
    <DropZone kind={kind} fillsCorner={fillsCorner} onFiles={uploads.add}>
      <ComposerTabs kind={kind} state={state} onChange={choose} />
      {!isNote && <ComposerHint />}
      {templates.isOpen && (
        <TemplateList
          id={TEMPLATES_ID}
          templates={templates.found}
          active={templates.index}
          failed={templates.failed}
          onPick={templates.pick}
        />
      )}
      <Textarea
        ref={text.field}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={LIMITS.body}
        classNames={{ input: classes['input'] ?? '' }}
        aria-label={isNote ? t('composer.note') : t('composer.reply')}
        aria-autocomplete="list"
        aria-controls={hasChoices ? TEMPLATES_ID : undefined}
        aria-activedescendant={hasChoices ? `${TEMPLATES_ID}-${templates.index}` : undefined}
        placeholder={
          isNote ? t('composer.notePlaceholder') : t('composer.replyPlaceholder', { name: customer.name })
        }
        value={draft.body}
        onChange={(event) => {
          const { value, selectionStart } = event.currentTarget;
          change({ body: value });
          text.setCursor(selectionStart);
          typing(value === '' ? 'no' : kind);
        }}
        onSelect={(event) => text.setCursor(event.currentTarget.selectionStart)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
      <FileStrip
        files={draft.files}
        uploads={uploads.uploads}
        onRemove={(id) => change({ files: draft.files.filter((file) => file.id !== id) })}
        onCancel={uploads.remove}
        onRetry={uploads.retry}
      />
      <ComposerBar
        isNote={isNote}
        canSend={canSend}
        onFiles={uploads.add}
        onInsert={text.insert}
        onSend={(solve) => void send(solve)}
      />
    </DropZone>
  );
}
