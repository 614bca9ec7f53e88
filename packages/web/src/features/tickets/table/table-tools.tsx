import { ActionIcon } from '@mantine/core';
import { IconLayoutList, IconTable } from '@tabler/icons-react';
import { DEFAULT_COLUMNS, TICKET_COLUMNS, type TicketColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { ColumnsButton } from '#shared/table/columns-button.tsx';
import { saveSettings, useViews } from '../views/api.ts';
import { useColumnNames } from './use-column-names.ts';

type Props = {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  columns: readonly TicketColumn[] | undefined;
};

/** Switches between list and table, and opens the choice of columns. */
export function TableTools({ isTable, onTable, columns }: Props) {
  const { t } = useTranslation('tickets');
  const label = t(isTable ? 'table.hide' : 'table.show');
  const Icon = isTable ? IconLayoutList : IconTable;
  return (
    <>
      {isTable && columns && <OwnColumns columns={columns} />}
      <ActionIcon aria-label={label} title={label} onClick={() => onTable(!isTable)}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

function OwnColumns({ columns }: { columns: readonly TicketColumn[] }) {
  const { data } = useViews();
  const nameOf = useColumnNames();
  const custom = useCustomFields('ticket').map(({ id }): TicketColumn => `field:${id}`);
  if (data?.settings.may_choose === false) return null;
  return (
    <ColumnsButton
      columns={columns}
      all={[...TICKET_COLUMNS, ...custom]}
      initial={data?.settings.at_first ?? DEFAULT_COLUMNS}
      nameOf={nameOf}
      onSave={(chosen) => saveSettings({ columns: chosen })}
    />
  );
}
