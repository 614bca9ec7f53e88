import type { AnswerChanges, BulkAction, BulkChange } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { minuteTime, number } from '#shared/lib/format.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useMacroList } from '../macros/use-macros.ts';

const SET = ['status', 'priority_id', 'type_id', 'category_id', 'subcategory_id', 'caller_type_id'] as const;

/** Texts of bulk updates: the change, the number of tickets, and the skipped ones with reasons. */
export function useBulkWords() {
  const { t } = useTranslation('tickets');

  const what = useActionText();

  function result(bulk: BulkChange): string {
    if (bulk.is_waiting) return t('bulk.waiting', { count: bulk.total, formatted: number(bulk.total) });
    if (bulk.status === 'running') {
      const words = { done: number(bulk.done), total: number(bulk.total) };
      return bulk.undoes === null ? t('bulk.running', words) : t('bulk.undoing', words);
    }
    const left = bulk.left_out.reduce((sum, one) => sum + one.count, 0);
    const reasons = bulk.left_out
      .map((one) => t('bulk.reasonCount', { count: one.count, reason: t(`bulk.reason.${one.reason}`) }))
      .join(', ');
    return [
      bulk.status === 'stopped' && t('bulk.stopped', { done: number(bulk.done), total: number(bulk.total) }),
      bulk.undoes === null
        ? t('bulk.done', { count: bulk.changed })
        : t('bulk.undone', { count: bulk.changed }),
      left > 0 && t('bulk.left', { count: left, reasons }),
    ]
      .filter(Boolean)
      .join(' ');
  }

  return { what, result };
}

/** Returns the function that describes a bulk update's change. */
function useActionText(): (change: BulkAction) => string {
  const { t } = useTranslation('tickets');
  const { t: own } = useTranslation('tickets/bulk');
  const names = useTicketNames();
  const { can } = useSession();
  const macros = useMacroList(can('TICKETS:EDIT'));
  const macroName = (id: number): string => macros.data?.find((one) => one.id === id)?.name ?? `#${id}`;
  const answers = (given: AnswerChanges): string =>
    Object.entries(given)
      .map(([id, answer]) => {
        const field = `field:${Number(id)}` as const;
        return t('bulk.said.to', { what: names.field(field), value: names.value(field, answer) });
      })
      .join(', ');

  const fields = (
    change: Partial<Record<(typeof SET)[number], number | string | null | undefined>>,
  ): string =>
    SET.flatMap((field) => {
      const value = change[field];
      if (value === undefined) return [];
      return [t('bulk.said.to', { what: t(`bulk.action.${field}`), value: names.value(field, value) })];
    }).join(', ');
  const given = (id: number | null): string =>
    t('bulk.said.to', { what: t('bulk.action.assignee_id'), value: names.value('assignee_id', id) });
  const moved = (id: number): string =>
    t('bulk.said.to', { what: t('bulk.action.department_id'), value: names.department(id) });
  const tags = (add: readonly string[], remove: readonly string[]): string =>
    [
      add.length > 0 && t('bulk.said.addTags', { value: add.join(', ') }),
      remove.length > 0 && t('bulk.said.removeTags', { value: remove.join(', ') }),
    ]
      .filter(Boolean)
      .join(', ');

  const several = (change: Extract<BulkAction, { action: 'update' }>): string =>
    [
      fields(change),
      change.department_id !== undefined && moved(change.department_id),
      change.assignee_id !== undefined && given(change.assignee_id),
      tags(change.tags_added ?? [], change.tags_removed ?? []),
      answers(change.fields ?? {}),
    ]
      .filter(Boolean)
      .join(', ');

  return function what(change: BulkAction): string {
    switch (change.action) {
      case 'set':
        return fields(change);
      case 'update':
        return several(change);
      case 'macro':
        return own('saidMacro', { name: macroName(change.macro_id) });
      case 'assign':
        return given(change.assignee_id);
      case 'transfer':
        return moved(change.department_id);
      case 'tag':
        return tags(change.add, change.remove);
      case 'answer':
        return answers(change.fields);
      case 'snooze':
        return t('done.snoozed', { time: minuteTime(change.until) });
      case 'solve':
      case 'reopen':
        return t(`bulk.action.${change.action}`);
    }
  };
}
