import { StarterKit } from '@tiptap/starter-kit';
import type { Editor } from '@tiptap/react';
import classes from './rich-text.module.css';

/** What every text with bold, lists and links is made of. */
export const richTextKit = () =>
  StarterKit.configure({ heading: false, horizontalRule: false, link: { openOnClick: false } });

/** What the field is called by those who do not see it, and how it looks. Its style sheet stands in for that of the library. */
export const inputAttributes = (label: string): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  class: classes['input'] ?? '',
});

/** Nothing written is nothing, not an empty paragraph. */
export const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

export const textOf = (editor: Editor): string => editor.getText({ blockSeparator: '\n\n' });
