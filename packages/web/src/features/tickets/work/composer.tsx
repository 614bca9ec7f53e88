import type { Ref } from 'react';
import { ComposerBar } from './composer-bar.tsx';
import { ComposerHint } from './composer-hint.tsx';
import { ComposerTabs } from './composer-tabs.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileStrip } from './file-strip.tsx';
import { MailField } from './mail-field.tsx';
import { PlainField } from './plain-field.tsx';
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
  const composer = useComposer(ref);
  const { kind, choose, draft, state, change, uploads, canSend, send, templates, isLetter } = composer;
  const isNote = kind === 'note';
  const choice =
    templates.isOpen && templates.found.length > 0
      ? { list: TEMPLATES_ID, active: `${TEMPLATES_ID}-${templates.index}` }
      : null;

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
      {isLetter ? (
        <MailField composer={composer} choice={choice} />
      ) : (
        <PlainField composer={composer} choice={choice} />
      )}
      <FileStrip
        files={draft.files}
        uploads={uploads.uploads}
        onRemove={(id) => change({ files: draft.files.filter((file) => file.id !== id) })}
        onCancel={uploads.remove}
        onRetry={uploads.retry}
      />
      <ComposerBar
        isNote={isNote}
        isLetter={isLetter}
        canSend={canSend}
        onFiles={uploads.add}
        onInsert={composer.insert}
        onSend={(solve) => void send(solve)}
      />
    </DropZone>
  );
}
