import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import type { Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import classes from './rich-text.module.css';

type Props = {
  editor: Editor;
  /** Drawn as a form field with the toolbar above it; otherwise as a box with the toolbar below. */
  isFramed?: boolean;
  isWrong?: boolean;
  hasCode?: boolean;
};

/** A rich text editor with its toolbar: bold, lists and links. */
export function RichText({ editor, isFramed = false, isWrong = false, hasCode = false }: Props) {
  const { t } = useTranslation('shared/editor');
  const tools = (
    <RichTextEditor.Toolbar className={classes['tools'] ?? ''} role="toolbar" aria-label={t('looks')}>
      <RichTextEditor.Bold />
      <RichTextEditor.Italic />
      <RichTextEditor.BulletList />
      <RichTextEditor.OrderedList />
      <RichTextEditor.Link />
      <RichTextEditor.Blockquote />
      {hasCode && <RichTextEditor.Code />}
      <RichTextEditor.Undo />
      <RichTextEditor.Redo />
    </RichTextEditor.Toolbar>
  );
  return (
    <RichTextEditor
      editor={editor}
      variant="subtle"
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      className={classes['editor'] ?? ''}
      data-framed={isFramed || undefined}
      data-wrong={isWrong || undefined}
      labels={{
        boldControlLabel: t('bold'),
        italicControlLabel: t('italic'),
        bulletListControlLabel: t('list'),
        orderedListControlLabel: t('numbers'),
        blockquoteControlLabel: t('quote'),
        codeControlLabel: t('code'),
        linkControlLabel: t('link'),
        linkEditorInputLabel: t('link-to'),
        linkEditorInputPlaceholder: 'https://',
        linkEditorExternalLink: t('link-to'),
        linkEditorInternalLink: t('link-to'),
        linkEditorSave: t('link-save'),
        undoControlLabel: t('undo'),
        redoControlLabel: t('redo'),
      }}
    >
      {isFramed && tools}
      <RichTextEditor.Content className={classes['content'] ?? ''} />
      {!isFramed && tools}
    </RichTextEditor>
  );
}
