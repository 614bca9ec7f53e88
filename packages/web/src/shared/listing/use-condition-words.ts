import { isCustomFieldKey, isRelativeMoment, type ConditionName } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAnswerWords } from '../fields/use-answer-words.ts';
import { calendarDate, exactTime } from '../lib/format.ts';
import type { DraftCondition } from './draft.ts';
import type { ConditionKit } from './kit.ts';

/** Conditions in words: "Priority is one of High, Urgent". */
export function useConditionWords(kit: ConditionKit) {
  const { t } = useTranslation('shared/listing');
  const { t: shared } = useTranslation('shared');
  const answerWords = useAnswerWords();

  const fieldName = (field: ConditionName) =>
    isCustomFieldKey(field) && !kit.of(field) ? t('gone') : kit.fieldName(field);
  const operatorName = ({ field, op }: DraftCondition) => t(`ops.${kit.of(field)?.kind ?? 'choice'}.${op}`);

  function moment(text: string): string {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return calendarDate(text);
    if (!isRelativeMoment(text)) return exactTime(text);
    const count = Number(text.slice(1, -1));
    if (count === 0) return t('moment.now');
    const way = text.startsWith('-') ? 'past' : 'ahead';
    return t(`moment.${way}_${text.slice(-1)}`, { count });
  }

  function one(field: ConditionName, value: string | number | boolean): string {
    const { kind, of, custom } = kit.of(field) ?? {};
    if (typeof value === 'boolean') return shared(value ? 'yes' : 'no');
    if (kind === 'time') return moment(String(value));
    if (custom) return answerWords(custom, value);
    if (of) return kit.valueName(field, value);
    return kind === 'choices' ? `#${String(value)}` : String(value);
  }

  function say(condition: DraftCondition): string {
    const { field, op, value } = condition;
    const [from, to] = Array.isArray(value) ? value : [value];
    const both = from !== undefined && to !== undefined && op === 'between';
    const words = both
      ? t('and', { from: one(field, from), to: one(field, to) })
      : (Array.isArray(value) ? value : [value])
          .flatMap((each) => (each === undefined ? [] : [one(field, each)]))
          .join(', ');
    return t('chip', { field: fieldName(field), op: operatorName(condition), value: words }).trim();
  }

  return { fieldName, operatorName, say };
}
