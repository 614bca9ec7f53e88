import { RichText } from '#shared/editor/rich-text.tsx';
import { htmlOf, inputAttributes, richTextKit, textOf } from '#shared/editor/rich-text-kit.ts';
import { Placeholder } from '@tiptap/extensions';
import { useEditor, type Editor } from '@tiptap/react';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveFieldOnEscape } from '#features/tickets/conversation/field/leave-field.ts';
import { htmlOfText } from '../html-of-text.ts';

export type EmailFieldHandle = {
  focus: () => void;
  /** Inserts text at the cursor, replacing that number of characters before it. */
  insert: (text: string, instead: number) => void;
  /** The plain text of the e-mail. */
  text: () => string;
};

type Props = {
  ref: Ref<EmailFieldHandle>;
  html: string;
  /** The label of the field; by default that of a reply. */
  label?: string;
  placeholder: string;
  /** The open menu below the field, with the entry that Enter selects. */
  choice: { list: string; active: string } | null;
  onChange: (html: string) => void;
  /** Called with the text of the line before the cursor. */
  onCaret: (before: string) => void;
  /** Returns true where it has handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
  onFiles: (files: File[]) => void;
};

/** The rich text editor of an e-mail; Enter starts a new line. */
export function EmailField({
  ref,
  html,
  label,
  placeholder,
  choice,
  onChange,
  onCaret,
  onKey,
  onFiles,
}: Props) {
  const { t: tickets } = useTranslation('tickets');
  const told = useRef<string[]>([]);
  const hint = useRef(placeholder);
  const [extensions] = useState(() => [
    richTextKit(),
    Placeholder.configure({ placeholder: () => hint.current }),
  ]);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    editorProps: {
      attributes: {
        ...inputAttributes(label ?? tickets('composer.reply')),
        'aria-autocomplete': 'list',
        ...(choice && { 'aria-controls': choice.list, 'aria-activedescendant': choice.active }),
      },
      handleKeyDown: (view, event) => onKey(event) || leaveFieldOnEscape(event, view.dom),
      handlePaste: (_view, event) => pasteFiles(event, onFiles),
    },
    onUpdate({ editor: changed }) {
      told.current.push(htmlOf(changed));
      onChange(htmlOf(changed));
    },
    onTransaction: ({ editor: changed }) => onCaret(beforeCaret(changed)),
  });

  // Takes over a draft that changed otherwise, because it was sent or restored from the outbox. What was typed here
  // comes back too, late on a slow device; writing it over newer text would lose characters, the cursor and the chosen
  // style.
  const follow = useEffectEvent(() => {
    // The library destroys an editor that waits too long to be mounted, and makes another one.
    if (editor.isDestroyed) return;
    const own = told.current.lastIndexOf(html);
    told.current = own === -1 ? [] : told.current.slice(own + 1);
    if (own === -1 && htmlOf(editor) !== html) editor.commands.setContent(html, { emitUpdate: false });
  });
  useEffect(() => follow(), [editor, html]);

  // The placeholder names the recipients, which arrive late, and the editor redraws it only after a transaction.
  useEffect(() => {
    hint.current = placeholder;
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr);
  }, [editor, placeholder]);

  useImperativeHandle(ref, () => ({
    // The cursor goes to the end of a draft that nobody has clicked into yet.
    focus: () => void editor.commands.focus(editor.state.selection.to <= 1 ? 'end' : null),
    insert(text, instead) {
      const { from, to } = editor.state.selection;
      editor
        .chain()
        .focus()
        .insertContentAt({ from: from - instead, to }, htmlOfText(text))
        .run();
    },
    text: () => textOf(editor),
  }));

  return <RichText editor={editor} hasCode />;
}

function beforeCaret(editor: Editor): string {
  const { $from } = editor.state.selection;
  return $from.parent.textBetween(0, $from.parentOffset, '\n', '\n');
}

function pasteFiles(event: ClipboardEvent, onFiles: (files: File[]) => void): boolean {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0) return false;
  onFiles(files);
  return true;
}
