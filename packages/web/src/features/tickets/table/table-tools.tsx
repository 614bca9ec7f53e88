import { ActionIcon } from '@mantine/core';
import { IconColumns3, IconLayoutList, IconTable } from '@tabler/icons-react';
import type { TicketColumn } from '@trunkline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ColumnsDialog = lazy(() => import('./ticket-columns.tsx'));

type Props = {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  columns: readonly TicketColumn[] | undefined;
};

/** Between list and table, and the table's columns. */
export function TableTools({ isTable, onTable, columns }: Props) {
  const { t } = useTranslation('tickets');
  const [choosing, setChoosing] = useState(false);
  const label = t(isTable ? 'table.hide' : 'table.show');
  const Icon = isTable ? IconLayoutList : IconTable;
  return (
    <>
      {isTable && columns && (
        <ActionIcon
          aria-label={t('table.columns')}
          title={t('table.columns')}
          onClick={() => setChoosing(true)}
        >
          <IconColumns3 size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon aria-label={label} title={label} onClick={() => onTable(!isTable)}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
      {choosing && columns && (
        <Suspense>
          <ColumnsDialog columns={columns} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
