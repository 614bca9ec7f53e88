import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { LIMITS } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference, useSession } from '#shared/api/session.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import classes from './tag-field.module.css';

const CREATE = '$create';
const SHOWN = 30;

/** The tags, typed or selected; each can be removed with its button or with Backspace. */
export function TagField() {
  const { t } = useTranslation('tickets');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { can } = useSession();
  const { data: reference } = useReference();
  const { tags } = detail.ticket;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const wanted = typed.trim().toLowerCase();
  const known = (reference?.tags ?? [])
    .filter((tag) => !tags.includes(tag) && tag.includes(wanted))
    .slice(0, SHOWN);
  const canCreate = wanted !== '' && !known.includes(wanted) && !tags.includes(wanted);
  const isFull = tags.length >= LIMITS.tags;

  const take = useEffectEvent(() => {
    field.current?.focus();
    setMenu(null);
  });
  useEffect(() => {
    if (menu === 'tags') take();
  }, [menu]);

  function add(value: string): void {
    const tag = value === CREATE ? wanted : value;
    setTyped('');
    if (tag !== '' && !tags.includes(tag)) void actions.edit({ tags: [...tags, tag] });
  }

  const remove = (tag: string) => void actions.edit({ tags: tags.filter((one) => one !== tag) });
  if (!can('TICKETS:EDIT')) {
    return (
      <Pill.Group className={classes['plain'] ?? ''}>
        {tags.map((tag) => (
          <Pill key={tag}>{tag}</Pill>
        ))}
      </Pill.Group>
    );
  }
  return (
    <Combobox store={combobox} onOptionSubmit={add} shadow="md">
      <Combobox.DropdownTarget>
        <PillsInput size="sm" className={classes['field'] ?? ''} onClick={() => field.current?.focus()}>
          <Pill.Group>
            {tags.map((tag) => (
              <Pill
                key={tag}
                withRemoveButton
                onRemove={() => remove(tag)}
                removeButtonProps={{
                  'aria-label': t('field.removeTag', { tag }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {tag}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                role="combobox"
                aria-expanded={combobox.dropdownOpened}
                aria-controls={combobox.listId ?? undefined}
                ref={field}
                aria-label={t('field.addTag')}
                placeholder={tags.length === 0 ? t('field.addTag') : ''}
                disabled={isFull}
                maxLength={LIMITS.tag}
                value={typed}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') event.currentTarget.blur();
                  if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.at(-1) ?? '');
                  if (
                    (event.key === 'Enter' || event.key === ',') &&
                    combobox.getSelectedOptionIndex() < 0 &&
                    wanted
                  ) {
                    event.preventDefault();
                    add(wanted);
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={known.length === 0 && !canCreate}>
        <Combobox.Options mah={220} style={{ overflowY: 'auto' }} aria-label={t('field.tags')}>
          {known.map((tag) => (
            <Combobox.Option key={tag} value={tag}>
              {tag}
            </Combobox.Option>
          ))}
          {canCreate && (
            <Combobox.Option value={CREATE}>{t('field.createTag', { tag: wanted })}</Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
