import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ViewOnly } from './view-only.tsx';

type Props = {
  canEdit: boolean;
  isChanged: boolean;
  isSaving: boolean;
  error: unknown;
  onSave: () => void;
  onUndo: () => void;
};

/** Shows whether everything is saved, and the buttons to save or undo. */
export function SaveBar({ canEdit, isChanged, isSaving, error, onSave, onUndo }: Props) {
  const { t } = useTranslation('shared/forms');
  const status: SaveStatus = isSaving
    ? 'saving'
    : error && isChanged
      ? 'failed'
      : isChanged
        ? 'unsaved'
        : 'saved';
  useShortcuts(
    canEdit
      ? [
          {
            key: 'mod+s',
            description: t('save'),
            group: t('group'),
            run: () => isChanged && onSave(),
            hidden: true,
          },
        ]
      : [],
  );
  if (!canEdit) return <ViewOnly />;
  return (
    <>
      <SaveState status={status} />
      {isChanged && (
        <Button variant="default" onClick={onUndo} disabled={isSaving}>
          {t('undo')}
        </Button>
      )}
      <Button onClick={onSave} loading={isSaving} disabled={!isChanged}>
        {t('save')}
      </Button>
    </>
  );
}
