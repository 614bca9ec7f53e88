import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useTranslation } from 'react-i18next';

type Options = {
  canEdit: boolean;
  onSearch: () => void;
  onNew: () => void;
  onHistory: () => void;
  onUndo: () => void;
};

/** Shortcuts of the page as a whole; those of rows are in use-row-cursor.ts and use-row-moves.ts. */
export function useListKeys({ canEdit, onSearch, onNew, onHistory, onUndo }: Options): void {
  const { t } = useTranslation('lists');
  const group = t('keys.group');
  useShortcuts([
    { key: '/', description: t('keys.search'), group, run: onSearch },
    { key: 'h', description: t('keys.history'), group, run: onHistory },
    ...(canEdit
      ? [
          { key: 'n', description: t('keys.new'), group, run: onNew },
          { key: 'u', description: t('keys.undo'), group, run: onUndo },
        ]
      : []),
  ]);
}
