import { useNarrow } from '#shared/lib/use-narrow.ts';
import { PaneLayout } from '#shared/ui/layout/pane-layout.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import type { Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { NewButton } from './new-button.tsx';

type Props<T> = {
  storageKey: string;
  to: '/configurasi/config' | '/configurasi/config_socmed';
  /** The record that the address names. */
  id: number | undefined;
  records: readonly T[];
  canEdit: boolean;
  words: { new: string; list: string; editor: string; empty: string; emptyHint: string };
  icon: Icon;
  renderList: (shown: {
    chosenId: number | undefined;
    addButton: ReactNode;
    onPick: () => void;
  }) => ReactNode;
  /** Renders the editor; `record` is undefined for a new one. */
  renderEditor: (record: T | undefined, onDone: (id: number | undefined) => void) => ReactNode;
};

/** A list of mailboxes or accounts with the editor of one beside it; a new one opens there too. */
export function AccountPanes<T extends { id: number }>(props: Props<T>) {
  const { storageKey, to, id, records, canEdit, words, icon, renderList, renderEditor } = props;
  const narrow = useNarrow();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const pick = (next: number | undefined) => {
    setCreating(false);
    void navigate({ to, search: next ? { id: next } : {} });
  };
  const chosen = records.find((record) => record.id === id) ?? (narrow ? undefined : records[0]);
  const shown = isCreating ? undefined : chosen;
  const empty = <EmptyState icon={icon} title={words.empty} hint={words.emptyHint} />;
  return (
    <PaneLayout
      storageKey={storageKey}
      show={shown || isCreating ? 'main' : 'list'}
      onBack={() => pick(undefined)}
      labels={{ list: words.list, main: words.editor, side: '' }}
      list={
        <>
          {renderList({
            chosenId: shown?.id,
            addButton: canEdit && <NewButton label={words.new} onClick={() => setCreating(true)} />,
            onPick: () => setCreating(false),
          })}
          {narrow && records.length === 0 && empty}
        </>
      }
      main={shown || isCreating ? renderEditor(shown, pick) : empty}
    />
  );
}
