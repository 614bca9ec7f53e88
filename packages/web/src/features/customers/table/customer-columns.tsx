import { ColumnsDialog } from '#shared/table/columns-dialog.tsx';
import { toast } from '#shared/ui/toast.ts';
import { CUSTOMER_TABLE_COLUMNS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { saveColumns, useColumnNames, useColumns } from './use-columns.ts';

/** The columns of the table of customers. */
export function CustomerColumns({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('customers');
  const { columns, initial, custom } = useColumns();
  return (
    <ColumnsDialog
      columns={columns}
      all={[...CUSTOMER_TABLE_COLUMNS, ...custom]}
      initial={initial}
      nameOf={useColumnNames()}
      onSave={(chosen) =>
        void saveColumns(chosen).catch(() => toast(t('columns.failed'), { kind: 'failed' }))
      }
      onClose={onClose}
    />
  );
}
