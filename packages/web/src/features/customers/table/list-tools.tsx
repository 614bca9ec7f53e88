import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react';
import type { Condition } from '@trunkline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CustomerFilter = lazy(() => import('../later.ts').then((later) => ({ default: later.CustomerFilter })));
const CustomerColumns = lazy(() =>
  import('../later.ts').then((later) => ({ default: later.CustomerColumns })),
);

type Props = {
  conditions: readonly Condition[];
  onFilter: (conditions: Condition[]) => void;
  /** There is room for columns. */
  isTable: boolean;
};

/** The filter of the list and the columns of its table. */
export function ListTools({ conditions, onFilter, isTable }: Props) {
  const { t } = useTranslation('customers');
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null);
  const count = conditions.length;
  const label = count > 0 ? t('filter.count', { count }) : t('filter.label');
  const close = () => setOpen(null);
  useShortcuts([
    { key: 'f', description: t('filter.keys'), group: t('keys.group'), run: () => setOpen('filter') },
  ]);
  return (
    <>
      <Indicator disabled={count === 0} size={8} offset={6}>
        <ActionIcon
          aria-label={label}
          aria-haspopup="dialog"
          title={`${label} (F)`}
          onClick={() => setOpen('filter')}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} />
        </ActionIcon>
      </Indicator>
      {isTable && (
        <ActionIcon
          aria-label={t('columns.choose')}
          title={t('columns.choose')}
          onClick={() => setOpen('columns')}
        >
          <IconColumns3 size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <Suspense>
        {open === 'columns' && <CustomerColumns onClose={close} />}
        {open === 'filter' && (
          <CustomerFilter
            conditions={conditions}
            onClose={close}
            onApply={(next) => {
              close();
              onFilter(next);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
