import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { conditionsOf, withConditions } from '../filter/conditions.ts';
import { countFilters, type DeskChoice } from '../filters.ts';

const FilterDialog = lazyOverlay(() =>
  import('../filter/lazy.ts').then((later) => ({ default: later.FilterDialog })),
);

type Props = { choice: DeskChoice; onSet: (choice: Partial<DeskChoice>) => void };

/** The button that opens the filters, marked with a dot while some are set. */
export function FilterPanel({ choice, onSet }: Props) {
  const { t } = useTranslation('tickets');
  const [opened, setOpened] = useState(false);
  const count = countFilters(choice);
  const label = count > 0 ? t('filter.count', { count }) : t('filter.label');
  useShortcuts([
    { key: 'f', description: t('where.keys'), group: t('keys.group'), run: () => setOpened(true) },
  ]);
  return (
    <>
      <Indicator disabled={count === 0} size={8} offset={6}>
        <ActionIcon
          aria-label={label}
          aria-haspopup="dialog"
          title={`${label} (F)`}
          onClick={() => setOpened(true)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} />
        </ActionIcon>
      </Indicator>
      {opened && (
        <FilterDialog
          conditions={conditionsOf(choice)}
          isFollowed={choice.follower === 'me'}
          onClose={() => setOpened(false)}
          onApply={(conditions, isFollowed) => {
            setOpened(false);
            const follower = isFollowed ? 'me' : undefined;
            onSet(withConditions({ ...choice, follower }, conditions));
          }}
        />
      )}
    </>
  );
}
