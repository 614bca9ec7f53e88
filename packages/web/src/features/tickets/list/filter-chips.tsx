import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { countFilters, type DeskChoice, withoutFilters } from '../filters.ts';
import { type Names, useNames } from '../names.ts';
import classes from './filter-chips.module.css';

type Props = {
  choice: DeskChoice;
  onChange: (part: Partial<DeskChoice>) => void;
  onReset: (choice: DeskChoice) => void;
};
type Words = (key: string) => string;

/** What the list is narrowed by, each part with the way out of it. */
export function FilterChips({ choice, onChange, onReset }: Props) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const names = useNames();
  if (countFilters(choice) === 0) return null;
  return (
    <div className={classes['chips']}>
      {partsOf(choice, names, t, shared).map(([part, name]) => (
        <button
          key={part}
          type="button"
          className={classes['chip']}
          aria-label={t('filter.remove', { name })}
          onClick={() => onChange({ [part]: undefined })}
        >
          <span className="truncate">{name}</span>
          <IconX size={12} stroke={2} aria-hidden />
        </button>
      ))}
      <button type="button" className={classes['clear']} onClick={() => onReset(withoutFilters(choice))}>
        {t('filter.clear')}
      </button>
    </div>
  );
}

function partsOf(choice: DeskChoice, names: Names, t: Words, shared: Words): [keyof DeskChoice, string][] {
  const { status, media, department, assignee, priority, tag, customer } = choice;
  const parts: [keyof DeskChoice, string | undefined][] = [
    ['status', status?.map((one) => shared(`status.${one}`)).join(', ')],
    ['media', media?.map((id) => shared(`media.${id}`)).join(', ')],
    ['department', department?.map(names.department).join(', ')],
    ['assignee', assigneeWords(assignee, names, t)],
    ['priority', priority?.map((id) => names.priority(id)?.name ?? '').join(', ')],
    ['tag', tag && `#${tag}`],
    ['customer', customer === undefined ? undefined : t('filter.customer')],
  ];
  return parts.filter((part): part is [keyof DeskChoice, string] => Boolean(part[1]));
}

const FIXED = { me: 'filter.me', none: 'filter.nobody', any: 'filter.any' } as const;

function assigneeWords(assignee: DeskChoice['assignee'], names: Names, t: Words): string | undefined {
  if (assignee === undefined) return undefined;
  if (typeof assignee === 'object') return assignee.map((id) => names.agent(id)).join(', ');
  return t(FIXED[assignee]);
}
