import { isCustom, type TicketColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useNames } from '#shared/tickets/names.ts';

/** Returns the function that names a column. */
export function useColumnNames(): (column: TicketColumn) => string {
  const { t } = useTranslation('tickets');
  const names = useNames();
  return (column) => {
    if (isCustom(column)) return names.field(column);
    return column === 'customer_name' ? t('table.customer_name') : t(`where.names.${column}`);
  };
}
