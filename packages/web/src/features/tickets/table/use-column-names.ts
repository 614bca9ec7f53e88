import type { TicketColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** What a column is called. */
export function useColumnNames(): (column: TicketColumn) => string {
  const { t } = useTranslation('tickets');
  return (column) => (column === 'customer_name' ? t('table.customer_name') : t(`where.names.${column}`));
}
