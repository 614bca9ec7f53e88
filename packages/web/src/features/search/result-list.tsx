import { Kbd } from '#shared/ui/marks/kbd.tsx';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-palette.module.css';

export type ResultItem = {
  id: string;
  icon: ReactNode;
  label: string;
  hint?: string;
  end?: ReactNode;
  /** The excerpt with the words that were found, on a line of its own. */
  excerpt?: ReactNode;
  keys?: string;
  run: () => void;
};
export type ResultGroup = { title: string; items: ResultItem[] };

type Props = {
  groups: readonly ResultGroup[];
  onPick: (item: ResultItem) => void;
  renderInput: (props: InputHTMLAttributes<HTMLInputElement>) => ReactNode;
  /** The hint stands below the label, for narrow columns. */
  isStacked?: boolean;
};

/** A list of results below a search field: arrow keys move the highlight, Enter opens it, and the field keeps the focus. */
export function ResultList({ groups, onPick, renderInput, isStacked = false }: Props) {
  const { t } = useTranslation('search');
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // The highlighted result may have left the list; then the first one is highlighted.
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  );
  const chosen = items[index];
  const optionId = (item: ResultItem) => `${listId}-${item.id}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  function handleKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      setChosenId(items[(index + step + items.length) % items.length]?.id ?? null);
    }
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onPick(chosen);
    }
  }

  return (
    <>
      {renderInput({
        role: 'combobox',
        'aria-expanded': items.length > 0,
        'aria-controls': listId,
        'aria-autocomplete': 'list',
        ...(chosen ? { 'aria-activedescendant': optionId(chosen) } : {}),
        onKeyDown: handleKeyDown,
      })}
      <div className="sr-only" role="status">
        {t('found', { count: items.length })}
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('title')}
        className={classes['list']}
        data-stacked={isStacked || undefined}
        tabIndex={-1}
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes['group']} aria-hidden>
              {group.title}
            </div>
            {group.items.map((item) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text box has the focus and takes the keys
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                className={classes['item']}
                onPointerMove={() => setChosenId(item.id)}
                onClick={() => onPick(item)}
              >
                <span className={classes['icon']}>{item.icon}</span>
                <span className={classes['label']}>{item.label}</span>
                <span className={classes['hint']}>{item.hint}</span>
                {item.end}
                {item.keys && <Kbd keys={item.keys} />}
                {item.excerpt && <span className={classes['excerpt']}>{item.excerpt}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
