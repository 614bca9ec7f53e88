import { StarterKit } from '@tiptap/starter-kit';
import type { Editor } from '@tiptap/react';
import classes from './rich-text.module.css';

/** The editor's extensions for texts with bold, lists and links. */
export const richTextKit = () =>
  StarterKit.configure({ heading: false, horizontalRule: false, link: { openOnClick: false } });

/** The field's name for screen readers, and its class, whose styles replace the library's. */
export const inputAttributes = (label: string): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  class: classes['input'] ?? '',
});

/** An empty editor is an empty text, instead of an empty paragraph. */
export const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

export const textOf = (editor: Editor): string => editor.getText({ blockSeparator: '\n\n' });
