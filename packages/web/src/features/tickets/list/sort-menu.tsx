import { ActionIcon, Menu } from '@mantine/core';
import { TICKET_SORTS } from '@trunkline/contract';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../filters.ts';

/** Menu of the sort order. */
export function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation('tickets');
  const label = `${t('sort.label')}: ${t(`sort.${value}`)}`;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label}>
          <IconArrowsSort size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {TICKET_SORTS.map((sort) => (
          <Menu.Item
            key={sort}
            onClick={() => onChange(sort)}
            rightSection={
              sort === value ? (
                <IconCheck size={16} stroke={1.75} aria-hidden />
              ) : (
                <span style={{ width: 16 }} />
              )
            }
          >
            {t(`sort.${sort}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
