import { useTranslation } from 'react-i18next';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import list from '../conversation/field/template-list.module.css';
import classes from './mentions.module.css';
import type { Colleague } from './mention-text.ts';

type Props = {
  id: string;
  people: readonly Colleague[];
  active: number;
  onPick: (one: Colleague) => void;
};

/** List of matching colleagues. The text field keeps the focus and handles the keys. */
export default function MentionList({ id, people, active, onPick }: Props) {
  const { t } = useTranslation('tickets/relations');
  return (
    <div id={id} role="listbox" aria-label={t('mention.label')} className={list['list']}>
      {people.map((one, index) => (
        <div
          key={one.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={one.can_see === false}
          tabIndex={-1}
          className={classes['person']}
          ref={(node) => {
            if (index === active) node?.scrollIntoView({ block: 'nearest' });
          }}
          // Keeps the focus in the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(one);
          }}
        >
          <Avatar name={one.fullname} size={20} />
          <span className="truncate">{one.fullname}</span>
          <span className={classes['note']}>{one.can_see === false ? t('mention.blind') : one.username}</span>
        </div>
      ))}
    </div>
  );
}
