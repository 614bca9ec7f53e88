import { relativeTime } from '#shared/lib/format.ts';
import { StaleTable } from '#shared/forms/stale-table.tsx';
import type { SettingsList } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { differencesOf, type RowForm, type StaleRowDetails } from './row-form.ts';
import { useValueWords } from '../use-value-words.ts';

type Props = {
  list: SettingsList;
  form: RowForm;
  stale: StaleRowDetails;
  onApply: () => void;
  onTake: () => void;
};

/** Shown when somebody else saved the row in the meantime: who, their values beside the typed ones, and which of them to keep. */
export function StaleRow({ list, form, stale, onApply, onTake }: Props) {
  const { t } = useTranslation('lists');
  const words = useValueWords(list);
  const last = stale.changes.at(-1);
  return (
    <StaleTable
      title={last ? t('stale.by', { name: last.user_name, when: relativeTime(last.at) }) : t('stale.title')}
      rows={differencesOf(list.fields, form, stale.current).map(({ field, now, mine }) => ({
        key: field,
        name: t(`field.${field}`),
        now: words(field, now),
        mine: words(field, mine),
      }))}
      onApply={onApply}
      onTake={onTake}
    />
  );
}
