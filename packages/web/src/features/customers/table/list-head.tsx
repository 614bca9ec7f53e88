import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { CUSTOMER_SORTS, type CustomerTableColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../customers.module.css';
import type { CustomerSort } from '../realtime.ts';
import { SORT_OF } from './table-columns.ts';
import { useColumnNames } from './use-columns.ts';

type Props = { sort: CustomerSort; onSort: (sort: CustomerSort) => void };

/** The names of the columns; those that can be sorted by are buttons. */
export function ListHead({ sort, columns, onSort }: Props & { columns: readonly CustomerTableColumn[] }) {
  const nameOf = useColumnNames();
  const Arrow = sort === 'name' ? IconArrowUp : IconArrowDown;
  return (
    <div role="rowgroup" className={classes['heads']}>
      <div role="row" className={`${classes['row']} ${classes['head']}`}>
        {columns.map((column) => {
          const own = SORT_OF[column];
          const isNumber = column === 'open_tickets' || column === 'total_tickets';
          const direction = own === 'name' ? 'ascending' : 'descending';
          return (
            <span
              key={column}
              role="columnheader"
              title={nameOf(column)}
              className={isNumber ? classes['number'] : undefined}
              {...(own && { 'aria-sort': sort === own ? direction : 'none' })}
            >
              {own ? (
                <button type="button" onClick={() => onSort(own)}>
                  {nameOf(column)}
                  {sort === own && <Arrow size={14} stroke={1.75} aria-hidden />}
                </button>
              ) : (
                nameOf(column)
              )}
            </span>
          );
        })}
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
