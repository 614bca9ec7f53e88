import { ResultList, type ResultItem } from '#features/search/result-list.tsx';
import { useLanguage } from '#shared/lib/language.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LANGUAGES, LIMITS } from '@trunkline/contract';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { searchSettings } from './search-settings.ts';
import { loadSearchedPages } from './search-texts.ts';
import classes from './settings-area.module.css';
import type { SettingsPage } from './settings-pages.ts';
import { useSettingsGroups, useSettingsNames } from './use-settings-groups.ts';

/** The search over the settings: its field, and below it what was found, or `children` while nothing is typed. */
export function SettingsSearch({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings-area');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { items, isReady } = useResults(text, (page) => {
    setText('');
    void navigate({ to: page.path, search: page.part ? { part: page.part } : {} });
  });
  useShortcuts([
    { key: ',', description: t('search'), group: t('title'), run: () => field.current?.focus() },
  ]);
  return (
    <>
      <ResultList
        isStacked
        groups={items.length > 0 ? [{ title: t('title'), items }] : []}
        onPick={(item) => item.run()}
        renderInput={({ onKeyDown, ...props }) => (
          <div className={classes['field']}>
            <IconSearch size={16} stroke={1.75} aria-hidden />
            <input
              {...props}
              ref={field}
              className={classes['input']}
              value={text}
              maxLength={LIMITS.search}
              placeholder={t('search')}
              aria-label={t('search')}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
                if (event.key === 'Escape') {
                  if (text === '') event.currentTarget.blur();
                  setText('');
                }
                onKeyDown?.(event);
              }}
            />
            {text !== '' && (
              <button type="button" className={classes['clear']} onClick={() => setText('')}>
                <IconX size={16} stroke={1.75} role="img" aria-label={t('clear')} />
              </button>
            )}
          </div>
        )}
      />
      {text.trim() === '' && children}
      {text.trim() !== '' && isReady && items.length === 0 && (
        <div className={classes['none']} role="status">
          <strong>{t('none', { query: text.trim() })}</strong>
          <span>{t('none-hint')}</span>
        </div>
      )}
    </>
  );
}

/** Returns the pages that match, each with the field or the group by which it was found. */
function useResults(text: string, open: (page: SettingsPage) => void) {
  const { t } = useTranslation('settings-area');
  const nameOf = useSettingsNames();
  const language = LANGUAGES.indexOf(useLanguage());
  const groups = useSettingsGroups();
  const pages = groups.flatMap((group) => group.pages.map((page) => ({ page, group: group.id })));
  const searched = useQuery({
    queryKey: ['settings-search', ...pages.map(({ page }) => page.id)],
    queryFn: () => loadSearchedPages(pages.map(({ page }) => page)),
    enabled: text.trim() !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const items = searchSettings(searched.data ?? [], text).flatMap(({ id, field }): ResultItem[] => {
    const found = pages.find(({ page }) => page.id === id);
    if (!found) return [];
    const label = searched.data?.find((page) => page.id === id)?.fields[field ?? -1]?.labels[language];
    return [
      {
        id,
        icon: null,
        label: nameOf(id),
        hint: label ?? t(`group.${found.group}`),
        run: () => open(found.page),
      },
    ];
  });
  return { items, isReady: searched.isSuccess };
}
