import { RichText } from '#shared/editor/rich-text.tsx';
import { htmlOf, inputAttributes, richTextKit, textOf } from '#shared/editor/rich-text-kit.ts';
import { useEditor } from '@tiptap/react';
import { useState } from 'react';

export type EditedPost = { html: string; text: string };
type Props = {
  label: string;
  html: string;
  isWrong: boolean;
  onChange: (written: EditedPost) => void;
};

/** The editor for the formatted text of a post. */
export default function PostEditor({ label, html, isWrong, onChange }: Props) {
  const [extensions] = useState(() => [richTextKit()]);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    editorProps: { attributes: { ...inputAttributes(label), 'aria-invalid': String(isWrong) } },
    onUpdate: ({ editor: changed }) => onChange({ html: htmlOf(changed), text: textOf(changed) }),
  });
  return <RichText editor={editor} isFramed isWrong={isWrong} />;
}
