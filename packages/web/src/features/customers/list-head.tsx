import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { CUSTOMER_SORTS, type CustomField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';
import type { CustomerSort } from './realtime.ts';

type Props = { sort: CustomerSort; onSort: (sort: CustomerSort) => void };

/** Custom fields that have a column, at most so many: the others stand on the customer. */
const COLUMNS = 4;
export const columnsOf = (fields: readonly CustomField[]): CustomField[] =>
  fields.filter(({ in_list: isColumn }) => isColumn).slice(0, COLUMNS);

/** The names of the columns; those that can be sorted by are buttons. */
export function ListHead({ sort, columns, onSort }: Props & { columns: readonly CustomField[] }) {
  const { t } = useTranslation('customers');
  const sortable = (name: CustomerSort, className?: string) => (
    <span
      role="columnheader"
      className={className}
      aria-sort={sort === name ? (name === 'name' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onSort(name)}>
        {t(`column.${name}`)}
        {sort === name &&
          (name === 'name' ? (
            <IconArrowUp size={14} stroke={1.75} aria-hidden />
          ) : (
            <IconArrowDown size={14} stroke={1.75} aria-hidden />
          ))}
      </button>
    </span>
  );
  return (
    <div role="rowgroup">
      <div role="row" className={`${classes['row']} ${classes['head']}`}>
        {sortable('name')}
        <span role="columnheader" className={classes['company']}>
          {t('column.company')}
        </span>
        <span role="columnheader">{t('column.identity')}</span>
        {columns.map(({ id, name }) => (
          <span key={id} role="columnheader" className={classes['field']} title={name}>
            {name}
          </span>
        ))}
        <span role="columnheader" className={classes['number']}>
          {t('column.open')}
        </span>
        <span role="columnheader" className={`${classes['number']} ${classes['total']}`}>
          {t('column.total')}
        </span>
        {sortable('last_contact')}
        {sortable('created', classes['created'])}
      </div>
    </div>
  );
}

/** The same for phones, where there are no columns. */
export function SortMenu({ sort, onSort }: Props) {
  const { t } = useTranslation('customers');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes['sort']}>
          <IconArrowsSort size={16} stroke={1.75} aria-hidden />
          {t('sort-by')}: {t(`column.${sort}`)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {CUSTOMER_SORTS.map((name) => (
          <Menu.Item
            key={name}
            onClick={() => onSort(name)}
            rightSection={name === sort && <IconCheck size={16} stroke={1.75} aria-hidden />}
          >
            {t(`column.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
