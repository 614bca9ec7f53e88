import type { Macro, Ticket } from '@trunkline/contract';
import { fillTemplate, type TemplateValues } from '#shared/lib/fill-template.ts';
import { toNames } from '../mentions/mention-text.ts';
import type { TicketNames } from '#shared/tickets/names.ts';

type Words = (key: string, values?: Record<string, unknown>) => string;
type StepContext = {
  t: Words;
  status: (status: Ticket['status']) => string;
  names: TicketNames;
  values: TemplateValues;
};

/** Returns the steps of a macro in words. */
export function stepsOf(macro: Macro, { t, status, names, values }: StepContext): string[] {
  const text = (body: string) => fillTemplate(body, values).replace(/\s+/g, ' ').trim();
  const named = (key: string, field: Parameters<TicketNames['value']>[0], id: number | null) =>
    id !== null && t(`step.${key}`, { value: names.value(field, id) });
  return [
    macro.reply.trim() && t(macro.sends_at_once ? 'step.send' : 'step.reply', { text: text(macro.reply) }),
    macro.note.trim() && t('step.note', { text: toNames(text(macro.note), names.agent) }),
    macro.status !== null && t('step.status', { value: status(macro.status) }),
    macro.assignee !== null && t(macro.assignee === 'me' ? 'step.me' : 'step.nobody'),
    named('person', 'assignee_id', macro.assign_to_id),
    named('move', 'department_id', macro.move_to_id),
    named('priority', 'priority_id', macro.priority_id),
    named('type', 'type_id', macro.type_id),
    named('category', 'category_id', macro.category_id),
    macro.tags_added.length > 0 && t('step.tagsAdded', { value: macro.tags_added.join(', ') }),
    macro.tags_removed.length > 0 && t('step.tagsRemoved', { value: macro.tags_removed.join(', ') }),
  ].flatMap((line) => line || []);
}

/** Returns the macros for tickets of a department whose names contain the search text. */
export function macrosFor(macros: readonly Macro[], departmentId: number, typed: string): Macro[] {
  const wanted = typed.trim().toLowerCase();
  return macros.filter(
    ({ department_id, name }) =>
      (department_id === null || department_id === departmentId) && name.toLowerCase().includes(wanted),
  );
}
