import { isCustomFieldKey, type TicketColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useTicketNames } from '#shared/tickets/names.ts';

/** Returns the function that names a column. */
export function useColumnNames(): (column: TicketColumn) => string {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  return (column) => {
    if (isCustomFieldKey(column)) return names.field(column);
    return column === 'customer_name' ? t('table.customer_name') : t(`where.names.${column}`);
  };
}
