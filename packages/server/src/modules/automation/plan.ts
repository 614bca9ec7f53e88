import { LIMITS, type Reference, type RuleResult, type Ticket } from '@trunkline/contract';
import { fieldsFor, type MacroSteps } from '#modules/conversations';
import { tagsIn } from '#modules/settings';
import { changesBetween } from '#modules/tickets';
import { customFieldIdsIn } from './matching.ts';
import type { Rule } from './rule-store.ts';

/** What rules may still refer to: users by id with their departments, and active rows of lists. */
export type RuleReferences = {
  /** Custom fields of tickets. */
  fields: ReadonlySet<number>;
  people: ReadonlyMap<number, { departmentIds: readonly number[]; mayView: boolean }>;
  lists: Record<'departments' | 'priorities' | 'types' | 'categories', ReadonlySet<number>>;
};
type SkippedAction = RuleResult['skipped'][number];

export const existingReferences = (
  people: readonly { id: number; departmentIds: readonly number[]; mayView: boolean }[],
  reference: Pick<Reference, 'departments' | 'priorities' | 'types' | 'categories'>,
  fields: readonly { id: number }[],
): RuleReferences => {
  const active = (rows: readonly { id: number; is_active: boolean }[]) =>
    new Set(rows.filter((row) => row.is_active).map(({ id }) => id));
  return {
    fields: new Set(fields.map(({ id }) => id)),
    people: new Map(people.map((person) => [person.id, person])),
    lists: {
      departments: active(reference.departments),
      priorities: active(reference.priorities),
      types: active(reference.types),
      categories: active(reference.categories),
    },
  };
};

const NAMED = {
  move_to_id: 'departments',
  priority_id: 'priorities',
  type_id: 'types',
  category_id: 'categories',
} as const;
const PEOPLE = ['assign_to_id', 'tell_id', 'follower_id'] as const;

/** The steps that refer to something that is not in use any more. Pure. */
export function missingReferencesIn(rule: Rule, { people, lists, fields }: RuleReferences): SkippedAction[] {
  const named = (Object.keys(NAMED) as (keyof typeof NAMED)[]).flatMap((step): SkippedAction[] => {
    const id = rule[step];
    return id === null || lists[NAMED[step]].has(id) ? [] : [{ step, reason: 'gone' }];
  });
  const persons = PEOPLE.flatMap((step): SkippedAction[] => {
    const id = rule[step];
    return id === null || people.get(id)?.mayView ? [] : [{ step, reason: 'person_gone' }];
  });
  const isWhole = customFieldIdsIn(rule).every((id) => fields.has(id));
  return [...(isWhole ? [] : [{ step: 'conditions', reason: 'gone' } as const]), ...named, ...persons];
}

/** The steps without those that are left out. Pure. */
function stepsOf(rule: Rule, skipped: readonly SkippedAction[]): MacroSteps {
  const keep = <S extends 'move_to_id' | 'assign_to_id' | 'priority_id' | 'type_id' | 'category_id'>(
    step: S,
  ) => (skipped.some((one) => one.step === step) ? null : rule[step]);
  return {
    move_to_id: keep('move_to_id'),
    assign_to_id: keep('assign_to_id'),
    priority_id: keep('priority_id'),
    type_id: keep('type_id'),
    category_id: keep('category_id'),
    status: rule.status,
    assignee: rule.requeue ? 'none' : null,
    tags_added: tagsIn(rule.tags_added),
    tags_removed: tagsIn(rule.tags_removed),
  };
}

/** What a rule changes on a ticket in its present state, and what it leaves out and why. Pure. */
export function planRule(
  rule: Rule,
  ticket: Ticket,
  { references, now }: { references: RuleReferences; now: Date },
) {
  const skipped = missingReferencesIn(rule, references);
  const { move_to_id: to, assign_to_id: person } = stepsOf(rule, skipped);
  if (person !== null && !references.people.get(person)?.departmentIds.includes(to ?? ticket.department_id))
    skipped.push({ step: 'assign_to_id', reason: 'person_elsewhere' });
  const steps = stepsOf(rule, skipped);
  // No user runs it, so there is no `me`.
  const by = { viewer: { id: 0 }, now };
  let fields = fieldsFor(steps, ticket, by);
  if ((fields.tags?.length ?? 0) > LIMITS.tags) {
    skipped.push({ step: 'tags_added', reason: 'too_many_tags' });
    fields = fieldsFor({ ...steps, tags_added: [] }, ticket, by);
  }
  return { fields, changes: changesBetween(ticket, fields), skipped };
}
