import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { LIMITS, type MailAddress } from '@trunkline/contract';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAddress, readAddresses, appendRecipients } from './addresses.ts';
import classes from './recipient-rows.module.css';
import { fullAddress, nameOf } from './people.ts';
import { useSuggestions } from './use-suggestions.ts';

type Props = {
  label: string;
  people: readonly MailAddress[];
  /** Focused on mount, because it was just added. */
  isAsked?: boolean;
  /** Shows addresses with their names. */
  isFull?: boolean;
  onChange: (people: MailAddress[]) => void;
};

const ENDS = new Set(['Enter', ',', ';', 'Tab']);

/** Addresses as pills, typed or pasted as a list. Invalid ones are marked. */
export function AddressField({ label, people, isAsked = false, isFull = false, onChange }: Props) {
  const { t } = useTranslation('tickets/mail');
  const [typed, setTyped] = useState('');
  const id = useId();
  const wrong = people.find((one) => !isAddress(one))?.address;
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const suggestions = useSuggestions(typed, people);
  const isOpen = list.dropdownOpened && suggestions.length > 0;

  function pick(address: string): void {
    setTyped('');
    list.closeDropdown();
    const chosen = suggestions.find((one) => one.address === address);
    if (chosen) onChange(appendRecipients(people, [chosen]));
  }

  function addAddresses(text: string): void {
    setTyped('');
    const read = readAddresses(text);
    if (read.length > 0) onChange(appendRecipients(people, read));
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '') onChange(people.slice(0, -1));
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    const isChosen = event.key === 'Enter' && isOpen && list.getSelectedOptionIndex() !== -1;
    if (isChosen || !ENDS.has(event.key) || typed.trim() === '') return;
    if (event.key !== 'Tab') event.preventDefault();
    addAddresses(typed);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain');
    if (!/[,;\n@]/.test(text)) return;
    event.preventDefault();
    addAddresses(typed + text);
  }

  return (
    <div className={classes['row']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <Combobox store={list} onOptionSubmit={pick} shadow="md" position="bottom-start" width="max-content">
        <Combobox.DropdownTarget>
          <PillsInput
            id={id}
            variant="unstyled"
            size="xs"
            className={classes['field'] ?? ''}
            error={wrong === undefined ? undefined : t('write.wrongAddress', { address: wrong })}
          >
            <Pill.Group gap={4}>
              {people.map((one) => (
                <Pill
                  key={one.address}
                  size="xs"
                  withRemoveButton
                  className={classes['pill'] ?? ''}
                  data-wrong={!isAddress(one) || undefined}
                  title={fullAddress(one)}
                  onRemove={() => onChange(people.filter((other) => other !== one))}
                  removeButtonProps={{
                    'aria-label': t('write.remove', { name: nameOf(one) }),
                    'aria-hidden': false,
                    tabIndex: 0,
                  }}
                >
                  {isFull ? fullAddress(one) : nameOf(one)}
                </Pill>
              ))}
              <Combobox.EventsTarget>
                <PillsInput.Field
                  autoFocus={isAsked}
                  // In a dialog, whose focus trap would take its first button.
                  data-autofocus={isAsked || undefined}
                  autoComplete="off"
                  aria-autocomplete="list"
                  aria-invalid={wrong !== undefined || undefined}
                  value={typed}
                  disabled={people.length >= LIMITS.mailRecipients}
                  onChange={(event) => {
                    setTyped(event.currentTarget.value);
                    list.openDropdown();
                    list.updateSelectedOptionIndex();
                  }}
                  onKeyDown={handleKey}
                  onPaste={handlePaste}
                  onBlur={() => {
                    list.closeDropdown();
                    addAddresses(typed);
                  }}
                />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={label}>
            {suggestions.map((one) => (
              <Combobox.Option key={one.address} value={one.address}>
                <Suggestion one={one} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

function Suggestion({ one: { name, address } }: { one: MailAddress }) {
  return (
    <span className={classes['suggestion']}>
      <bdi>{name}</bdi> <bdi>{address}</bdi>
    </span>
  );
}
