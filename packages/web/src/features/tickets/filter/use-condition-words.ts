import { isCustom, isRelative, type Condition } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { calendarDate, exactTime } from '#shared/lib/format.ts';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useNames } from '../names.ts';
import type { Draft } from './conditions.ts';
import { useConditionFields } from './use-condition-fields.ts';

/** Conditions in words: "Priority is one of High, Urgent". */
export function useConditionWords() {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const names = useNames();

  const fields = useConditionFields();
  const answerWords = useAnswerWords();

  const fieldName = (field: Condition['field']) =>
    isCustom(field) ? names.field(field) : t(`where.names.${field}`);
  const operatorName = ({ field, op }: Draft) => t(`where.ops.${fields.of(field)?.kind ?? 'choice'}.${op}`);

  function moment(text: string): string {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return calendarDate(text);
    if (!isRelative(text)) return exactTime(text);
    const count = Number(text.slice(1, -1));
    if (count === 0) return t('where.moment.now');
    const way = text.startsWith('-') ? 'past' : 'ahead';
    return t(`where.moment.${way}_${text.slice(-1)}`, { count });
  }

  function one(field: Condition['field'], value: string | number | boolean): string {
    const { kind, of, custom } = fields.of(field) ?? {};
    if (kind === 'time') return moment(String(value));
    if (custom) return answerWords(custom, value);
    if (value === 'me') return t('where.me');
    if (of === 'status') return shared(`status.${String(value) as 'open'}`);
    if (of === 'media') return shared(`media.${String(value) as '1'}`);
    if (of === 'customers') return t('filter.customer');
    if (of) return names.value(field as 'type_id', Number(value));
    return kind === 'choices' ? `#${String(value)}` : String(value);
  }

  function say(condition: Draft): string {
    const { field, op, value } = condition;
    const [from, to] = Array.isArray(value) ? value : [value];
    const both = from !== undefined && to !== undefined && op === 'between';
    const words = both
      ? t('where.and', { from: one(field, from), to: one(field, to) })
      : (Array.isArray(value) ? value : [value])
          .flatMap((each) => (each === undefined ? [] : [one(field, each)]))
          .join(', ');
    return t('where.chip', { field: fieldName(field), op: operatorName(condition), value: words }).trim();
  }

  return { fieldName, operatorName, say };
}
