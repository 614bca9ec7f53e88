import { useAgents, useReference } from '#shared/api/session.ts';
import { number, workTimeText } from '#shared/lib/format.ts';
import {
  parseConditions,
  Media,
  type SettingsList,
  type ListKind,
  type ListValue,
  type Reference,
} from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords, hoursWords } from './calendar-words.ts';

type Field = SettingsList['fields'][string];
type NamedRow = { id: number; name: string; is_active: boolean };

/** Lists whose rows have names in the reference data. A list that fields refer to has to be one of them. */
type NamedKind = Exclude<Extract<ListKind, keyof Reference>, 'custom_fields'>;
const isNamed = (kind: ListKind, reference: Reference): kind is NamedKind =>
  kind !== 'custom_fields' && kind in reference;

/** Returns the rows that a field may refer to. */
export function choicesOf(field: Field, reference: Reference | undefined): readonly NamedRow[] {
  // E-mail is excluded, because skills are matched only on channels on which customers wait for an agent.
  if (field.kind === 'accounts')
    return reference?.channel_accounts.filter((account) => account.media_id !== Media.email) ?? [];
  if (field.kind !== 'reference' && field.kind !== 'references') return [];
  return reference && isNamed(field.to, reference) ? reference[field.to] : [];
}

/** Returns the function that puts a field's value into words. */
export function useValueWords(list: SettingsList): (name: string, value: ListValue) => string {
  const { t, i18n } = useTranslation('lists');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  return useMemo(() => {
    const nameOf = (name: string, value: unknown): string => {
      const field = list.fields[name];
      const person = field?.kind === 'person' && agents?.find(({ id }) => id === value);
      if (person) return person.fullname;
      const row = field && choicesOf(field, reference).find(({ id }) => id === value);
      return row?.name ?? t('gone', { id: value });
    };
    function code(name: string, value: string | number): string {
      const field = list.fields[name];
      if (field?.kind === 'choice')
        return name === 'media_id' ? shared(`media.${value}`) : t(`choice.${value}`);
      if (field?.kind === 'reference' || field?.kind === 'person') return nameOf(name, value);
      return typeof value === 'number' ? amount(name, value) : saidOf(field, value);
    }
    const saidOf = (field: Field | undefined, value: string): string =>
      field?.kind === 'conditions'
        ? t('conditions', { count: parseConditions(value).length })
        : written(field, value, i18n.language);
    function several(name: string, values: Exclude<Extract<ListValue, object>, null>): string {
      const words = values.map((one) => {
        if (typeof one === 'number') return nameOf(name, one);
        return one.is_active ? one.name : t('options.off', { name: one.name });
      });
      return words.join(', ') || t(emptyWord(list.fields[name]));
    }
    return (name, value) => {
      if (name === 'is_active') return t(value === true ? 'active' : 'inactive');
      if (value === null || value === '') return t(emptyWord(list.fields[name]));
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      return Array.isArray(value) ? several(name, value) : code(name, value);
    };
  }, [agents, list, reference, shared, t, i18n.language]);
}

const FITTING: readonly Field['kind'][] = ['reference', 'references', 'choice', 'person'];

/** Returns the text key of an empty field: it matches everything, or changes nothing; hours mean closed; all others are just empty. */
export function emptyWord(field: Field | undefined): 'any' | 'keep' | 'none' | 'hours.closed' {
  if (field?.kind === 'hours') return 'hours.closed';
  if (!field || field.isNone || !FITTING.includes(field.kind)) return 'none';
  return field.keeps ? 'keep' : 'any';
}

function written(field: Field | undefined, value: string, language: string): string {
  if (field?.kind === 'hours') return hoursWords(value, language);
  return field?.kind === 'date' ? dayWords(value, language) : value;
}

const amount = (name: string, value: number): string =>
  name.endsWith('_minutes')
    ? workTimeText(value * 60)
    : name.endsWith('_seconds')
      ? workTimeText(value)
      : number(value);
