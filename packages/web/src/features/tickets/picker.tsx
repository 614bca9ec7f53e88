import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './picker.module.css';

export type PickerOption = {
  value: string;
  label: string;
  note?: string;
  icon?: ReactNode;
  /** A second line. */
  detail?: string;
  /** Drawn in a weaker colour, but selectable. */
  isFaded?: boolean;
};

type Props = {
  /** Accessible name with the value: "Priority: High". */
  label: string;
  options: readonly PickerOption[];
  value: string | null;
  onPick: (value: string) => void;
  children: ReactNode;
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
  /** Label of a search field over the options, for long lists. */
  search?: string;
  disabled?: boolean;
  look?: 'chip' | 'row';
  /** The key that opens it, shown in the tooltip. */
  hint?: string;
};

/** A value that opens a list to choose another one; drawn as a plain button until it is hovered. */
export function Picker(props: Props) {
  const {
    label,
    options,
    value,
    onPick,
    children,
    opened,
    onOpenChange,
    search,
    disabled = false,
    look = 'chip',
    hint,
  } = props;
  const { t } = useTranslation('tickets');
  const [query, setQuery] = useState('');
  const combobox = useCombobox({
    opened,
    onOpenedChange: onOpenChange,
    onDropdownClose: () => {
      setQuery('');
      combobox.resetSelectedOption();
    },
  });
  const hasSearch = search !== undefined;
  // Focuses the list, whether it was opened by its button or by a shortcut.
  const takeKeyboard = useEffectEvent(() => {
    if (hasSearch) combobox.focusSearchInput();
    else combobox.focusTarget();
    combobox.selectActiveOption();
  });
  useEffect(() => {
    if (opened) takeKeyboard();
  }, [opened]);
  // Highlights the best match, which Enter selects.
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption());
  useEffect(() => {
    if (query) chooseFirst();
  }, [query]);
  const wanted = query.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted));

  function handlePick(picked: string): void {
    onOpenChange(false);
    combobox.focusTarget();
    if (picked !== value) onPick(picked);
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={handlePick}
      width="max-content"
      position="bottom-start"
      // With the default strategy a narrow page would scroll sideways to the list before it is moved in from the edge.
      floatingStrategy="fixed"
      shadow="md"
      withinPortal
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes['target']}
          data-look={look}
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={opened}
          title={hint ? `${label} (${hint})` : undefined}
          disabled={disabled}
          onClick={() => onOpenChange(!opened)}
          // Escape only closes the list, and nothing else that listens to it.
          onKeyDown={(event) => opened && event.key === 'Escape' && event.preventDefault()}
        >
          {children}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes['dropdown']}>
        {hasSearch && (
          <Combobox.Search
            role="combobox"
            aria-expanded={opened}
            aria-controls={combobox.listId ?? undefined}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            // The list goes with this field, which would take the focus with it.
            onKeyDown={({ key }) => key === 'Escape' && combobox.focusTarget()}
            placeholder={search}
            aria-label={search}
          />
        )}
        <Combobox.Options className={classes['options']} aria-label={label}>
          {shown.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              className={classes['option']}
              data-faded={option.isFaded || undefined}
            >
              {option.icon}
              <span className={classes['name']}>
                {option.label}
                {option.detail && <span className={classes['detail']}>{option.detail}</span>}
              </span>
              {option.note && <span className={classes['note']}>{option.note}</span>}
              {option.value === value && (
                <IconCheck size={16} stroke={1.75} className={classes['check']} aria-hidden />
              )}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{t('field.notFound')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
