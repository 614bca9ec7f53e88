import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countFilters, type DeskChoice } from '../filters.ts';
import { FilterFields } from './filter-fields.tsx';

type Props = { choice: DeskChoice; onChange: (part: Partial<DeskChoice>) => void };

/** The button that opens the filters; a dot tells that some are set. */
export function FilterPanel({ choice, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const [opened, setOpened] = useState(false);
  const count = countFilters(choice);
  const label = count > 0 ? t('filter.count', { count }) : t('filter.label');
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      width={304}
    >
      <Indicator disabled={count === 0} size={8} offset={6}>
        <Popover.Target>
          <ActionIcon aria-label={label} title={label} onClick={() => setOpened(!opened)}>
            <IconAdjustmentsHorizontal size={18} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('filter.label')}>
        <FilterFields choice={choice} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}
