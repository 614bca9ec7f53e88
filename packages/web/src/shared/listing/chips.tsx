import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '@trunkline/contract';
import classes from './chips.module.css';
import type { ConditionKit } from './kit.ts';
import { useConditionWords } from './use-condition-words.ts';

type Props = {
  kit: ConditionKit;
  conditions: readonly Condition[];
  /** A further filter besides the conditions. */
  beside?: { name: string; remove: () => void } | undefined;
  onChange: (conditions: Condition[]) => void;
  onClear: () => void;
};

/** The active filters of a list, each with a button to remove it. */
export function ConditionChips({ kit, conditions, beside, onChange, onClear }: Props) {
  const { t } = useTranslation('shared/listing');
  const { say } = useConditionWords(kit);
  return (
    <div className={classes['chips']}>
      {beside && <Chip name={beside.name} onRemove={beside.remove} />}
      {conditions.map((condition, index) => (
        <Chip
          key={JSON.stringify(condition)}
          name={say(condition)}
          onRemove={() => onChange(conditions.toSpliced(index, 1))}
        />
      ))}
      <button type="button" className={classes['clear']} onClick={onClear}>
        {t('clearFilters')}
      </button>
    </div>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('shared/listing');
  return (
    <button
      type="button"
      className={classes['chip']}
      aria-label={t('removeFilter', { name })}
      title={name}
      onClick={onRemove}
    >
      <span className="truncate">{name}</span>
      <IconX size={12} stroke={2} aria-hidden />
    </button>
  );
}
