import { releaseKeys } from '#shared/lib/keys/held-keys.ts';
import { FocusBack } from '#shared/ui/dialogs/focus-back.tsx';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { LIMITS } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isBeginningOf, matches } from './match.ts';
import { ResultList, type ResultGroup, type ResultItem } from './result-list.tsx';
import { useRecords } from './use-records.tsx';
import classes from './search-palette.module.css';

/** A page or an action of the app. */
export type Command = {
  id: string;
  label: string;
  icon: ReactNode;
  /** The place to which it belongs, for labels that occur twice. */
  hint?: string;
  /** Other words by which it is found. */
  alias?: string;
  keys?: string;
  run: () => void;
};

type Props = { pages: readonly Command[]; actions: readonly Command[]; onClose: () => void };

const classNames = { overlay: classes['overlay'] ?? '', content: classes['content'] ?? '' };

/** The search dialog over customers, tickets, pages and actions. */
export function SearchPalette({ pages, actions, onClose }: Props) {
  const { t } = useTranslation('search');
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 120);
  const { groups: records, isPending, isError } = useRecords(query, text.trim() !== '');
  const commands = (title: string, list: readonly Command[]): ResultGroup => ({
    title,
    items: list
      .filter(({ label, hint = '', alias = '' }) => matches(text, `${label} ${hint} ${alias}`))
      .toSorted((a, b) => Number(isBeginningOf(text, b.label)) - Number(isBeginningOf(text, a.label)))
      .map(({ id, label, icon, hint, keys, run }) => ({
        id,
        icon,
        label,
        run,
        ...(hint ? { hint } : {}),
        ...(keys ? { keys } : {}),
      })),
  });
  // A command whose name is being typed is not pushed down by records that arrive meanwhile.
  const isNamed = ({ items }: ResultGroup) => items.some(({ label }) => isBeginningOf(text, label));
  const offered = [commands(t('pages'), pages), commands(t('actions'), actions)];
  const groups = [
    ...offered.filter(isNamed),
    ...records,
    ...offered.filter((group) => !isNamed(group)),
  ].filter((group) => group.items.length > 0);
  const isWaiting = text.trim() !== query || (query !== '' && isPending);

  function takeTypedAhead(): void {
    const typed = releaseKeys().slice(0, LIMITS.search);
    if (typed) setText(typed);
  }

  function handlePick(item: ResultItem): void {
    onClose();
    item.run();
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={620}
      yOffset="10vh"
      transitionProps={{ duration: 120 }}
      classNames={classNames}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <FocusBack />
        <ResultList
          groups={groups}
          onPick={handlePick}
          renderInput={(props) => (
            <div className={classes['field']}>
              <IconSearch size={18} stroke={1.75} aria-hidden />
              <input
                {...props}
                className={classes['input']}
                value={text}
                maxLength={LIMITS.search}
                onFocus={takeTypedAhead}
                onChange={(event) => setText(event.currentTarget.value)}
                placeholder={t('placeholder')}
                aria-label={t('title')}
                data-autofocus
              />
            </div>
          )}
        />
        {isError && <p className={classes['note']}>{t('failed')}</p>}
        {groups.length === 0 && !isWaiting && (
          <div className={classes['nothing']} role="status">
            <strong>{t('nothing', { query: text.trim() })}</strong>
            <span>{t('nothing-hint')}</span>
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
