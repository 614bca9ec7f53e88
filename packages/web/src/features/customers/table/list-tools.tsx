import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { ColumnsButton } from '#shared/table/columns-button.tsx';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Condition } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveColumns, useColumnNames, useColumns } from './use-columns.ts';

const CustomerFilter = lazyOverlay(() =>
  import('../lazy.ts').then((later) => ({ default: later.CustomerFilter })),
);

type Props = {
  conditions: readonly Condition[];
  onFilter: (conditions: Condition[]) => void;
  /** Whether the screen is wide enough for columns. */
  isTable: boolean;
};

/** The buttons for the filter and the columns. */
export function ListTools({ conditions, onFilter, isTable }: Props) {
  const { t } = useTranslation('customers');
  const [isOpen, setOpen] = useState(false);
  const count = conditions.length;
  const label = count > 0 ? t('filter.count', { count }) : t('filter.label');
  const close = () => setOpen(false);
  useShortcuts([
    { key: 'f', description: t('filter.keys'), group: t('keys.group'), run: () => setOpen(true) },
  ]);
  return (
    <>
      <Indicator disabled={count === 0} size={8} offset={6}>
        <ActionIcon
          aria-label={label}
          aria-haspopup="dialog"
          title={`${label} (F)`}
          onClick={() => setOpen(true)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} />
        </ActionIcon>
      </Indicator>
      {isTable && <OwnColumns />}
      {isOpen && (
        <CustomerFilter
          conditions={conditions}
          onClose={close}
          onApply={(next) => {
            close();
            onFilter(next);
          }}
        />
      )}
    </>
  );
}

function OwnColumns() {
  const { mayChoose, ...columns } = useColumns();
  const nameOf = useColumnNames();
  return mayChoose && <ColumnsButton {...columns} nameOf={nameOf} onSave={saveColumns} />;
}
