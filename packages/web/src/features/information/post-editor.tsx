import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './post-editor.module.css';

export type Written = { html: string; text: string };
type Props = {
  label: string;
  html: string;
  isWrong: boolean;
  onChange: (written: Written) => void;
};

/** The editor for the formatted text of a post. */
export default function PostEditor({ label, html, isWrong, onChange }: Props) {
  const { t } = useTranslation('information');
  const [extensions] = useState(() => [
    StarterKit.configure({ heading: false, horizontalRule: false, link: { openOnClick: false } }),
  ]);
  const editor = useEditor({
    extensions,
    content: html,
    // Its styles are in post-editor.module.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(isWrong),
        class: classes['input'] ?? '',
      },
    },
    onUpdate: ({ editor: changed }) =>
      onChange({
        html: changed.isEmpty ? '' : changed.getHTML(),
        text: changed.getText({ blockSeparator: '\n\n' }),
      }),
  });
  return (
    <RichTextEditor
      editor={editor}
      variant="subtle"
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      className={classes['editor'] ?? ''}
      data-wrong={isWrong || undefined}
      labels={{
        boldControlLabel: t('write.bold'),
        italicControlLabel: t('write.italic'),
        bulletListControlLabel: t('write.list'),
        orderedListControlLabel: t('write.numbers'),
        blockquoteControlLabel: t('write.quote'),
        linkControlLabel: t('write.link'),
        linkEditorInputLabel: t('write.linkTo'),
        linkEditorInputPlaceholder: 'https://',
        linkEditorExternalLink: t('write.linkTo'),
        linkEditorInternalLink: t('write.linkTo'),
        linkEditorSave: t('write.linkSave'),
        undoControlLabel: t('write.undo'),
        redoControlLabel: t('write.redo'),
      }}
    >
      <RichTextEditor.Toolbar className={classes['tools'] ?? ''} role="toolbar" aria-label={t('write.looks')}>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Link />
        <RichTextEditor.Blockquote />
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={classes['content'] ?? ''} />
    </RichTextEditor>
  );
}
