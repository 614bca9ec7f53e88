import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import type { ColumnChoice } from './columns-dialog.tsx';

// Written out, because `lazy` alone would lose the type parameter.
const ColumnsDialog = lazyOverlay(() =>
  import('./columns-dialog.tsx').then((module) => ({ default: module.ColumnsDialog<string> })),
);

type Props<C extends string> = ColumnChoice<C> & { onSave: (columns: C[]) => Promise<void> | void };

/** Opens the dialog that chooses a table's columns. Loads on its own, so that the page does not wait for its texts. */
export function ColumnsButton<C extends string>(props: Props<C>) {
  return (
    <Suspense>
      <Button {...props} />
    </Suspense>
  );
}

function Button<C extends string>({ columns, all, initial, nameOf, onSave }: Props<C>) {
  const { t } = useTranslation('shared/table');
  const [isOpen, setOpen] = useState(false);
  const own = (column: string): C | undefined => all.find((one) => one === column);
  const save = async (chosen: readonly string[]) => {
    try {
      await onSave(chosen.flatMap((column) => own(column) ?? []));
    } catch {
      toast(t('columns.failed'), { kind: 'failed' });
    }
  };
  return (
    <>
      <ActionIcon aria-label={t('columns.choose')} title={t('columns.choose')} onClick={() => setOpen(true)}>
        <IconColumns3 size={18} stroke={1.75} />
      </ActionIcon>
      {isOpen && (
        <ColumnsDialog
          columns={columns}
          all={all}
          initial={initial}
          nameOf={(column) => nameOf(own(column) ?? (column as C))}
          onSave={(chosen) => void save(chosen)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
