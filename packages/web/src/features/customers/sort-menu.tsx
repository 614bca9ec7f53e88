import { Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { CUSTOMER_SORTS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';
import type { CustomerSort } from './realtime.ts';

type Props = { sort: CustomerSort; onSort: (sort: CustomerSort) => void };

/** Chooses the sort order on phones, where there are no column heads. */
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
