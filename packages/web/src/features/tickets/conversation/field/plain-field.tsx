import { Textarea } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversationToAnswer } from '#features/tickets/page/ticket-context.ts';
import classes from '../composer/composer.module.css';
import type { ComposerMenu, Composing } from '../composer/use-composer.ts';
import { leaveFieldOnEscape } from './leave-field.ts';

type Props = { composer: Composing; choice: ComposerMenu };

/** The field for plain text; Enter sends it. */
export function PlainField({ composer, choice }: Props) {
  const { t } = useTranslation('tickets');
  const { recipient } = useConversationToAnswer();
  const { kind, draft, change, typing, text, uploads, send, templates, mentions } = composer;
  const isNote = kind === 'note';

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing || templates.handleKey(event)) return;
    if (mentions.handleKey(event)) return;
    if (leaveFieldOnEscape(event.nativeEvent, event.currentTarget)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) void send(false);
  }

  function handlePaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  }

  return (
    <Textarea
      ref={text.field}
      variant="unstyled"
      autosize
      minRows={2}
      maxRows={10}
      classNames={{ input: classes['input'] ?? '' }}
      aria-label={isNote ? t('composer.note') : t('composer.reply')}
      aria-autocomplete="list"
      aria-controls={choice?.list}
      aria-activedescendant={choice?.active}
      placeholder={
        isNote ? t('composer.notePlaceholder') : t('composer.replyPlaceholder', { name: recipient })
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
  );
}
