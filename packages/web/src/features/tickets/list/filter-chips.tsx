import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { conditionsOf, withConditions } from '../filter/conditions.ts';
import { useConditionWords } from '../filter/use-condition-words.ts';
import { countFilters, type DeskChoice, withoutFilters } from '../filters.ts';
import classes from './filter-chips.module.css';

type Props = {
  choice: DeskChoice;
  onSet: (choice: Partial<DeskChoice>) => void;
};

/** What the list is narrowed by, each part with the way out of it. */
export function FilterChips({ choice, onSet }: Props) {
  const { t } = useTranslation('tickets');
  const { say } = useConditionWords();
  if (countFilters(choice) === 0) return null;
  const conditions = conditionsOf(choice);
  return (
    <div className={classes['chips']}>
      {choice.follower && (
        <Chip
          name={t('followed.label')}
          onRemove={() => onSet(withConditions({ ...choice, follower: undefined }, conditions))}
        />
      )}
      {conditions.map((condition, index) => (
        <Chip
          key={JSON.stringify(condition)}
          name={say(condition)}
          onRemove={() => onSet(withConditions(choice, conditions.toSpliced(index, 1)))}
        />
      ))}
      <button type="button" className={classes['clear']} onClick={() => onSet(withoutFilters(choice))}>
        {t('filter.clear')}
      </button>
    </div>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('tickets');
  return (
    <button
      type="button"
      className={classes['chip']}
      aria-label={t('filter.remove', { name })}
      title={name}
      onClick={onRemove}
    >
      <span className="truncate">{name}</span>
      <IconX size={12} stroke={2} aria-hidden />
    </button>
  );
}
