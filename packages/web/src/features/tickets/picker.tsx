import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './picker.module.css';

export type PickerOption = { value: string; label: string; note?: string; icon?: ReactNode };

type Props = {
  /** Accessible name with the value: "Priority: High". */
  label: string;
  options: readonly PickerOption[];
  value: string | null;
  onPick: (value: string) => void;
  children: ReactNode;
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
  /** A field to search the options with: for lists that do not fit the eye. */
  search?: string;
  disabled?: boolean;
  look?: 'chip' | 'row';
  /** A key that opens it, said on hovering. */
  hint?: string;
};

/** A value that opens a list to choose another one: a quiet button until it is needed. */
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
  // Opened by its button or by a key from anywhere: either way the keyboard must be where it chooses.
  const takeKeyboard = useEffectEvent(() => {
    if (hasSearch) combobox.focusSearchInput();
    else combobox.focusTarget();
    combobox.selectActiveOption();
  });
  useEffect(() => {
    if (opened) takeKeyboard();
  }, [opened]);
  // The best match is what Enter picks.
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
      // Else a narrow page scrolls sideways to the list where it opens, before it is moved in from the edge.
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
          // Escape closes the list, and is then used up.
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
            >
              {option.icon}
              <span className={classes['name']}>{option.label}</span>
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
